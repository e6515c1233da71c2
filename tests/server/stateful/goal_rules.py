"""Rules: goals, bulk assignments, proof and reviews."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from tests.server.stateful.machine import Machine, amounts, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome

one_in_three = st.sampled_from((False, False, True))
verdicts = st.sampled_from(("approved", "denied"))
reviews = st.fixed_dictionaries(
    {
        "status": verdicts,
        "comment": st.sampled_from(("Blurred",) * 5 + (None,)),
        "allowResubmission": booleans,
        "goalbucks": st.none() | st.none() | amounts,
    }
)
"""Bodies of a review; an amount is refused with a denial and above the goal's worth."""
bulk_reviews = st.fixed_dictionaries({"status": verdicts, "comment": st.just("Blurred"), "allowResubmission": booleans})


class GoalRules(Machine):
    """Assign, edit, delete, complete, reopen, submit, withdraw, review, undo."""

    # ---- Goals

    @rule(student=row_indexes, other_user=one_in_six, wrong_class=one_in_six, goalbucks=amounts, twice=booleans)
    def assign(self, student: int, *, other_user: bool, wrong_class: bool, goalbucks: int, twice: bool) -> None:
        student_id, row = self.school.find(Student, student)
        client, _ = self.school.teacher_client_for(row, other_user=other_user)
        class_id = self.class_id_for(row, wrong=wrong_class)
        access_error = self.school.class_error(client, class_id)
        if row is None or class_id != row.classroom_id:
            access_error = access_error or NOT_FOUND
        body = {"studentId": student_id, "classroomId": class_id, "name": "Read", "goalbucks": goalbucks}
        response = self.call_maybe_twice(client, "POST /api/goals", body, twice=twice)
        if assert_outcome(response, access_error, status=201):
            self.school.seen_ids[Goal].append(response.json()["id"])

    @rule(
        students=st.lists(row_indexes, min_size=1, max_size=3), other_user=one_in_six, goalbucks=amounts, twice=booleans
    )
    def assign_to_many(self, students: list[int], *, other_user: bool, goalbucks: int, twice: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        body = {"studentIds": ids, "classroomId": class_id, "name": "Write", "goalbucks": goalbucks}
        response = self.call_maybe_twice(client, "POST /api/goals/bulk", body, twice=twice)
        if assert_outcome(response, access_error, status=201):
            assert response.json()["count"] == len(set(ids))
            self.record_new_ids(Goal)

    @precondition(lambda self: self.school.seen_ids[Goal])
    @rule(
        goal=row_indexes,
        other_user=one_in_six,
        goalbucks=amounts,
        action=st.sampled_from(("edit", "delete", "complete", "reopen")),
    )
    def change_goal(self, goal: int, *, other_user: bool, goalbucks: int, action: str) -> None:
        """Change a goal. One rule, since hypothesis omits whole rules from runs and these depend on each other."""
        if action == "edit":
            self.edit_goal(goal, other_user=other_user, goalbucks=goalbucks)
        elif action == "delete":
            self.delete_goal(goal, other_user=other_user)
        elif action == "complete":
            self.complete_goal(goal, other_user=other_user)
        else:
            self.reopen_goal(goal, other_user=other_user)

    def edit_goal(self, goal: int, *, other_user: bool, goalbucks: int) -> None:
        goal_id, row = self.school.find(Goal, goal)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        body = {"name": "Read more", "goalbucks": goalbucks}
        assert_outcome(
            self.school.call(client, "PUT /api/goals/{goal_id}", body, row_id=goal_id),
            access_error,
            not_current_error(row),
        )

    def delete_goal(self, goal: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "DELETE /api/goals/{goal_id}", row_id=goal_id)
        assert_outcome(response, access_error, completed_error(row), status=204)

    def complete_goal(self, goal: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "POST /api/goals/{goal_id}/complete", row_id=goal_id)
        assert_outcome(response, access_error, not_current_error(row))

    def reopen_goal(self, goal: int, *, other_user: bool) -> None:
        """Reopen a completed or ended goal; any one if there is none."""
        goal_id, row = self.school.find_with_status(Goal, goal, "completed", "ended")
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "POST /api/goals/{goal_id}/reopen", row_id=goal_id)
        current_error = "not_completed" if row is not None and row.is_current else None
        assert_outcome(response, access_error, current_error, self.closed_error(row))

    def closed_error(self, goal: Goal | None) -> str | None:
        """Return the error code for reversing the credit of a goal, if a new term has reset the balance since."""
        return "term_closed" if goal is not None and goal.credit_id in self.school.closed_entry_ids else None

    @precondition(lambda self: self.school.seen_ids[Goal])
    @rule(chosen=st.lists(row_indexes, min_size=1, max_size=3), other_user=one_in_six, twice=booleans)
    def complete_many(self, chosen: list[int], *, other_user: bool, twice: bool) -> None:
        found = dict(self.school.find(Goal, each) for each in chosen)
        goals = sorted(filter(None, found.values()), key=lambda each: each.id)
        client, _ = self.school.teacher_client_for(next(iter(found.values())), other_user=other_user)
        access_error = self.school.first_class_error(client, found.values())
        response = self.call_maybe_twice(client, "POST /api/goals/complete", {"goalIds": list(found)}, twice=twice)
        if assert_outcome(response, access_error, next(filter(None, map(not_current_error, goals)), None)):
            assert response.json() == {"count": len(found)}

    @rule(index=row_indexes, other_user=one_in_six, goalbucks=amounts, delete=booleans)
    def change_assignment(self, index: int, *, other_user: bool, goalbucks: int, delete: bool) -> None:
        """Edit or delete the goals of a bulk assignment, or of a day of a series, for all students."""
        goals = [goal for goal in self.school.all(Goal) if goal.assignment_id is not None]
        if not goals:
            return
        chosen = goals[-1 - index % len(goals)]
        present = self.school.without_archived([each for each in goals if each.assignment_id == chosen.assignment_id])
        assigned = [goal for goal in present if delete or goal.status != "ended"]
        kept = [goal for goal in assigned if completed_error(goal) or self.school.submissions_of(goal.id)]
        client, _ = self.school.teacher_client_for(chosen, other_user=other_user)
        access_error = self.school.first_class_error(client, present)
        method, body, done = (
            ("DELETE", None, "deleted") if delete else ("PUT", {"name": "Both", "goalbucks": goalbucks}, "changed")
        )
        response = self.school.call(
            client, f"{method} /api/assignments/{{assignment_id}}", body, row_id=chosen.assignment_id
        )
        if assert_outcome(response, access_error):
            assert response.json() == {done: len(assigned) - len(kept), "kept": len(kept)}

    # ---- Proof

    @precondition(lambda self: self.school.seen_ids[Goal])
    @rule(index=row_indexes, other_user=one_in_six, submit=st.sampled_from((True, True, False)))
    def submit_or_withdraw(self, index: int, *, other_user: bool, submit: bool) -> None:
        if submit or not self.school.seen_ids[Submission]:
            self.submit(index, other_user=other_user)
        else:
            self.withdraw(index, other_user=other_user)

    def submit(self, goal: int, *, other_user: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        actor = self.school.student_client(goal, row.student_id if row else None, other_user=other_user)
        if actor is None:
            return
        latest = self.school.submissions_of(goal_id)[-1:]
        student_id, class_id = (row.student_id, row.classroom_id) if row else (actor[0], "none")
        form = {"goalId": goal_id, "studentId": student_id, "classroomId": class_id, "submissionText": "Done"}
        response = actor[1].http.post("/api/submissions/upload", data=form, files={"": ("", b"")})
        owner_error = None if row and row.student_id == actor[0] else NOT_FOUND
        submitted_error = "already_submitted" if latest and not latest[0].allow_resubmission else None
        goal_error = "goal_completed" if completed_error(row) else not_current_error(row)
        if assert_outcome(response, owner_error, goal_error, submitted_error, status=201):
            self.school.succeeded_calls.add("POST /api/submissions/upload")
            self.school.seen_ids[Submission].append(response.json()["id"])

    def withdraw(self, submission: int, *, other_user: bool) -> None:
        submission_id, row = self.school.find(Submission, submission)
        actor = self.school.student_client(submission, row.student_id if row else None, other_user=other_user)
        if actor is None:
            return
        call = "DELETE /api/submissions/{submission_id}"
        owner_error = None if row and row.student_id == actor[0] else NOT_FOUND
        assert_outcome(
            self.school.call(actor[1], call, row_id=submission_id), owner_error, reviewed_error(row), status=204
        )

    # ---- Reviews

    @precondition(lambda self: self.school.seen_ids[Submission])
    @rule(submission=row_indexes, other_user=one_in_six, undo=one_in_three, body=reviews)
    def review_or_undo(self, submission: int, *, other_user: bool, undo: bool, body: dict[str, object]) -> None:
        if undo:
            self.undo_review(submission, other_user=other_user)
        else:
            self.review(submission, other_user=other_user, body=body)

    def review(self, submission: int, *, other_user: bool, body: dict[str, object]) -> None:
        """Review a submission; an approval pays the worth or the given amount, which the invariants compare."""
        submission_id, row = self.school.find(Submission, submission)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        worth = self.worth_of(row)
        response = self.school.call(client, "PATCH /api/submissions/{submission_id}/review", body, row_id=submission_id)
        errors = (
            access_error,
            paid_denial_error(body),
            comment_error(body),
            reviewed_error(row),
            worth_error(body, worth),
        )
        if assert_outcome(response, *errors) and row is not None and body["status"] == "approved":
            with self.school.test_app.open_session() as db:
                goal = db.get_one(Goal, row.goal_id)
            assert goal.goalbucks == (body["goalbucks"] or worth)
            assert (goal.offered_goalbucks or goal.goalbucks) == worth

    def worth_of(self, submission: Submission | None) -> int:
        """Return what the submission's goal is worth; 0 for a deleted one."""
        if submission is None:
            return 0
        with self.school.test_app.open_session() as db:
            goal = db.get_one(Goal, submission.goal_id)
        return goal.offered_goalbucks or goal.goalbucks

    @precondition(lambda self: self.school.seen_ids[Submission])
    @rule(chosen=st.lists(row_indexes, min_size=1, max_size=4), teacher=booleans, decision=bulk_reviews, twice=booleans)
    def review_many(self, chosen: list[int], decision: dict[str, object], *, teacher: bool, twice: bool) -> None:
        found = dict(self.school.find(Submission, each) for each in chosen)
        owners = {self.school.teacher_index(row) for row in found.values() if row}
        body = decision | {"submissionIds": list(found)}
        by = owners.pop() if len(owners) == 1 else int(teacher)
        client = self.school.teacher_clients[by]
        response = self.call_maybe_twice(client, "POST /api/submissions/review", body, twice=twice)
        access_error = self.school.first_class_error(client, found.values())
        if assert_outcome(response, access_error, next(filter(None, map(reviewed_error, found.values())), None)):
            assert response.json() == {"count": len(found)}

    def undo_review(self, submission: int, *, other_user: bool) -> None:
        """Undo the review of a reviewed submission; of any one if there is none."""
        submission_id, row = self.school.find_with_status(Submission, submission, "approved", "denied")
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "POST /api/submissions/{submission_id}/undo-review", row_id=submission_id)
        if row is None:
            assert_outcome(response, access_error)
            return
        newer_error = "newer_try" if self.school.submissions_of(row.goal_id)[-1].id != row.id else None
        with self.school.test_app.open_session() as db:
            goal = db.get_one(Goal, row.goal_id)
        goal_error = completed_error(goal) if row.status == "denied" else self.closed_error(goal)
        assert_outcome(response, access_error, newer_error, None if reviewed_error(row) else "not_reviewed", goal_error)


def completed_error(goal: Goal | None) -> str | None:
    """Return the error code for changing or deleting a completed goal."""
    return "already_completed" if goal is not None and goal.status == "completed" else None


def not_current_error(goal: Goal | None) -> str | None:
    """Return the error code for editing or completing a goal that isn't current."""
    return "goal_ended" if goal is not None and goal.status == "ended" else completed_error(goal)


def reviewed_error(row: Submission | GoalSuggestion | None) -> str | None:
    """Return the error code for reviewing something that isn't pending."""
    return "already_reviewed" if row is not None and row.status != "pending" else None


def paid_denial_error(body: dict[str, object]) -> str | None:
    """Return the error code for a denial with an amount."""
    return "denial_pays_nothing" if body["status"] == "denied" and body["goalbucks"] is not None else None


def worth_error(body: dict[str, object], worth: int) -> str | None:
    """Return the error code for an approval that would pay more than the goal is worth."""
    paid = body["goalbucks"]
    return "too_much" if isinstance(paid, int) and paid > worth else None


def comment_error(body: dict[str, object]) -> str | None:
    """Return the error code for a denial without a comment."""
    return "comment_required" if body["status"] == "denied" and not body["comment"] else None
