"""Rules: class goals, and giving to them."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.class_goals.models import ClassGoal
from server.domain.class_goals.queries import given_to, own_gift_to
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from tests.server.stateful.machine import Machine, amounts, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome

targets = st.sampled_from((6, 20, 100))


class ClassGoalRules(Machine):
    """Make, edit, end and complete class goals; give and take back."""

    @rule(
        index=row_indexes,
        goalbucks=targets,
        other_user=one_in_six,
        action=st.sampled_from(("make", "make", "edit", "end", "done")),
        twice=booleans,
    )
    def change_class_goal(self, index: int, goalbucks: int, action: str, *, other_user: bool, twice: bool) -> None:
        """Change a class goal. One rule, since hypothesis omits whole rules and these depend on each other."""
        if action == "make":
            self.make_class_goal(index, goalbucks, other_user=other_user, twice=twice)
        elif action == "edit":
            self.edit_class_goal(index, goalbucks, other_user=other_user)
        elif action == "end":
            self.end_class_goal(index, other_user=other_user)
        else:
            self.complete_class_goal(index, other_user=other_user)

    def make_class_goal(self, classroom: int, target: int, *, other_user: bool, twice: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        open_error = "class_goal_open" if self.open_goals_of(class_id) else None
        body = {"classroomId": class_id, "name": "Popcorn", "goalbucks": target}
        response = self.call_maybe_twice(client, "POST /api/class-goals", body, twice=twice)
        if assert_outcome(response, access_error, open_error, status=201):
            self.school.seen_ids[ClassGoal].append(response.json()["id"])

    def edit_class_goal(self, goal: int, target: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find(ClassGoal, goal)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        low_error = "invalid" if row is not None and target <= self.given(row) else None
        body = {"name": "Pizza", "goalbucks": target}
        response = self.school.call(client, "PUT /api/class-goals/{class_goal_id}", body, row_id=goal_id)
        assert_outcome(response, access_error, over_error(row), low_error)

    def end_class_goal(self, goal: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find(ClassGoal, goal)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        balances, gifts = self.balances(), self.gifts_to(row)
        response = self.school.call(client, "POST /api/class-goals/{class_goal_id}/end", row_id=goal_id)
        if assert_outcome(response, access_error, over_error(row)):
            balances = {student_id: balance + gifts[student_id] for student_id, balance in balances.items()}
        assert self.balances() == balances

    def complete_class_goal(self, goal: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find_with_status(ClassGoal, goal, "reached")
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        errors = {"open": "class_goal_open", "done": "class_goal_over", "ended": "class_goal_over"}
        response = self.school.call(client, "POST /api/class-goals/{class_goal_id}/done", row_id=goal_id)
        assert_outcome(response, access_error, errors.get(row.status) if row else None)

    @precondition(lambda self: self.school.seen_ids[ClassGoal])
    @rule(student=row_indexes, amount=st.none() | amounts, outsider=one_in_six, take_back=one_in_six, twice=booleans)
    def give(self, student: int, amount: int | None, *, outsider: bool, take_back: bool, twice: bool) -> None:
        """Give to the open goal of the own class if there is one, or take back.

        `amount`: None for what is missing, as far as the student has it; `outsider`: to any goal.
        """
        chosen = self.school.student_client(student, None, other_user=False)
        if chosen is None:
            return
        student_id, client = chosen
        giver = next(each for each in self.school.all(Student) if each.id == student_id)
        goal_id, row = self.school.find(ClassGoal, student)
        if not outsider and (own := self.open_goals_of(giver.classroom_id)):
            goal_id, row = own[0].id, own[0]
        access_error = NOT_FOUND if row is None or row.classroom_id != giver.classroom_id else None
        balances, given = self.balances(), self.gifts_to(row).get(student_id, 0)
        if amount is None:
            missing = row.goalbucks - self.given(row) if row is not None else 1
            amount = max(1, min(missing, balances[student_id]))
        if take_back:
            call = "DELETE /api/class-goals/{class_goal_id}/gifts"
            response = self.school.call(client, call, row_id=goal_id)
            if assert_outcome(response, access_error, over_error(row), status=204):
                balances[student_id] += given
        else:
            amount_error = self.amount_error(row, amount, balances[student_id])
            call, body = "POST /api/class-goals/{class_goal_id}/gifts", {"amount": amount}
            response = self.call_maybe_twice(client, call, body, row_id=goal_id, twice=twice)
            if assert_outcome(response, access_error, over_error(row), amount_error, status=201):
                balances[student_id] -= amount
                assert response.json()["ownGift"] == given + amount
                if row is not None and response.json()["given"] == row.goalbucks:
                    self.complete_class_goal(student, other_user=False)
        assert self.balances() == balances

    def amount_error(self, goal: ClassGoal | None, amount: int, balance: int) -> str | None:
        """Return the error code for an amount that is more than is missing, or than the student has."""
        if goal is not None and amount > goal.goalbucks - self.given(goal):
            return "more_than_missing"
        return "not_enough_goalbucks" if amount > balance else None

    def open_goals_of(self, class_id: str) -> list[ClassGoal]:
        """Return the open goal of a class, if there is one."""
        return [each for each in self.school.all(ClassGoal) if each.classroom_id == class_id and each.status == "open"]

    def given(self, goal: ClassGoal) -> int:
        """Return the sum of the gifts to a goal."""
        with self.school.test_app.open_session() as db:
            return given_to(db, goal)

    def gifts_to(self, goal: ClassGoal | None) -> dict[str, int]:
        """Return what each student gave to a goal and didn't get back."""
        with self.school.test_app.open_session() as db:
            ids = [student.id for student in self.school.all(Student)]
            return {each: own_gift_to(db, goal, each) if goal else 0 for each in ids}


def over_error(goal: ClassGoal | None) -> str | None:
    """Return the error code for changing a goal that isn't open."""
    return None if goal is None or goal.status == "open" else "class_goal_over"
