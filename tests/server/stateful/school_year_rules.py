"""Rules: terms, archived classes, students who move together or are away, comments for families, the sample class."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.reports.models import FamilyComment
from server.domain.students.models import Student
from server.domain.terms.models import Term
from tests.server.stateful.machine import Machine, booleans, one_in_six, row_indexes
from tests.server.stateful.people_rules import other_class_id
from tests.server.stateful.roster_rules import folded
from tests.server.stateful.school_model import assert_outcome

OPEN_SAMPLE = "POST /api/sample-class"
LATE = 30
"""Steps of a short run."""
comments = st.sampled_from(("Amara reads every day.", "Amara has learned to count."))


class SchoolYearRules(Machine):
    """Begin a term, archive and bring back, move several, mark as away and back, comment, open the sample class."""

    # ---- Classes

    @rule(
        classroom=row_indexes,
        other_user=one_in_six,
        end_goals=booleans,
        reset=booleans,
        twice=booleans,
    )
    def begin_term(self, classroom: int, *, other_user: bool, end_goals: bool, reset: bool, twice: bool) -> None:
        """Begin a term, once a class: the next one can't begin before Monday."""
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, owner_only=True)
        term_error = "term_too_short" if self.term_id_of(class_id) else None
        balances, open_goals = self.balances(), self.open_goal_ids()
        call = "POST /api/classrooms/{classroom_id}/terms"
        body = {
            "name": "Autumn",
            "goals": "end" if end_goals else "keep",
            "balances": "reset" if reset else "keep",
        }
        response = self.call_maybe_twice(client, call, body, row_id=class_id, twice=twice)
        if assert_outcome(response, access_error, term_error, status=201):
            students = {student.id for student in self.students_in(class_id)}
            if reset:
                balances |= dict.fromkeys(students, 0)
                entries = self.school.all(LedgerEntry)
                self.school.closed_entry_ids |= {each.id for each in entries if each.student_id in students}
            if end_goals:
                open_goals -= {goal.id for goal in self.school.all(Goal) if self.ends_with_term(goal, class_id)}
        assert (self.balances(), self.open_goal_ids()) == (balances, open_goals)

    def open_goal_ids(self) -> set[str]:
        """Return the ids of the current goals."""
        return {goal.id for goal in self.school.all(Goal) if goal.is_current}

    def ends_with_term(self, goal: Goal, class_id: str) -> bool:
        """Return whether a goal that is open ends with a term of the class: not with pending proof or another try."""
        latest = self.school.submissions_of(goal.id)[-1:]
        in_review = any(each.status == "pending" or each.allow_resubmission for each in latest)
        return goal.classroom_id == class_id and not in_review

    @rule(classroom=row_indexes, other_user=one_in_six, archived=st.sampled_from((True, False, False)))
    def archive_class(self, classroom: int, *, other_user: bool, archived: bool) -> None:
        """Archive a class, or bring back one that is archived, if there is one. Other rules make calls about both."""
        class_id, row = self.school.find(Classroom, classroom)
        if not archived and (archived_ids := sorted(self.school.archived_class_ids())):
            class_id = archived_ids[classroom % len(archived_ids)]
            row = next(each for each in self.school.all(Classroom) if each.id == class_id)
        client, access_error = self.school.teacher_client_for(
            row, other_user=other_user, archived_too=True, owner_only=True
        )
        call, body = "PUT /api/classrooms/{classroom_id}/archived", {"archived": archived}
        response = self.school.call(client, call, body, row_id=class_id)
        if assert_outcome(response, access_error) and row is not None:
            is_brought_back = row.archived_at is not None and not archived
            assert (response.json()["classCode"] != row.class_code) == is_brought_back
            for student in self.students_in(class_id) if archived or is_brought_back else []:
                self.assert_signed_out(student.id)
                self.school.sign_in(student)

    # ---- Students

    @rule(
        students=st.lists(row_indexes, min_size=1, max_size=3),
        classroom=row_indexes,
        other_user=one_in_six,
        any_class=one_in_six,
    )
    def move_many(self, students: list[int], classroom: int, *, other_user: bool, any_class: bool) -> None:
        """Move to the other class of the first one's teacher; `any_class`: to any class that ever existed."""
        found = dict(self.school.find(Student, each) for each in students)
        first = next(iter(found.values()))
        class_id, _ = self.school.find(Classroom, classroom)
        if first is not None and not any_class:
            class_id = other_class_id(self.school, first)
        client, _ = self.school.teacher_client_for(first, other_user=other_user, owner_only=True)
        access_error = self.school.class_error(client, class_id, owner_only=True)
        access_error = access_error or self.school.first_class_error(client, found.values(), owner_only=True)
        moving = [row for row in found.values() if row is not None and row.classroom_id != class_id]
        balances, gifts = self.balances(), self.gifts_to_open_goals()
        call, body = "POST /api/classrooms/{classroom_id}/students/move", {"studentIds": list(found)}
        name_error = self.usernames_error(class_id, moving)
        response = self.school.call(client, call, body, row_id=class_id)
        if assert_outcome(response, access_error, name_error):
            assert response.json() == {"count": len(moving)}
            assert {student.id for student in self.students_in(class_id)} >= found.keys()
            balances |= {row.id: balances[row.id] + gifts[row.id] for row in moving}
        assert self.balances() == balances

    def usernames_error(self, class_id: str, moving: list[Student]) -> str | None:
        """Return the error code for students whose usernames the class would have twice."""
        usernames = [folded(each.username) for each in [*self.students_in(class_id), *moving]]
        return "username_taken" if len(set(usernames)) < len(usernames) else None

    @rule(student=row_indexes, other_user=one_in_six, away=booleans)
    def set_away(self, student: int, *, other_user: bool, away: bool) -> None:
        """Mark a student as away, or as back, after which the student signs in again."""
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        call = "PUT /api/students/{student_id}/away"
        response = self.school.call(client, call, {"away": away}, row_id=student_id)
        if assert_outcome(response, access_error) and row is not None:
            assert (response.json()["awaySince"] is not None) == away
            if away or row.away_since is not None:
                self.assert_signed_out(student_id)
            if not away:
                with self.school.test_app.open_session() as db:
                    self.school.sign_in(db.get_one(Student, student_id))

    @rule(student=row_indexes, other_user=one_in_six, text=comments, unseen=one_in_six)
    def write_family_comment(self, student: int, text: str, *, other_user: bool, unseen: bool) -> None:
        """Write a comment in place of the one that was seen; `unseen`: without having seen one."""
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        kept = self.comment_of(row) if row else None
        based_on = None if kept is None or unseen else kept.updated_at.isoformat()
        changed_error = "changed_meanwhile" if kept is not None and unseen and kept.text != text else None
        call, body = "PUT /api/students/{student_id}/family-comment", {"text": text, "basedOn": based_on}
        response = self.school.call(client, call, body, row_id=student_id)
        if assert_outcome(response, access_error, changed_error) and row is not None:
            written = self.comment_of(row)
            assert response.json()["text"] == text == (written and written.text)

    def comment_of(self, student: Student) -> FamilyComment | None:
        """Return the comment about the term that ended this week, or about the running one if none did."""
        key = student.id, self.term_id_of(student.classroom_id)
        comments_of_all = self.school.all(FamilyComment)
        return next((each for each in comments_of_all if (each.student_id, each.term_id) == key), None)

    def term_id_of(self, class_id: str) -> str | None:
        """Return the id of the term of the class that ends with this week; None: its term goes on."""
        return next((term.id for term in self.school.all(Term) if term.classroom_id == class_id), None)

    # ---- The sample class

    @precondition(lambda self: self.step_count > LATE and OPEN_SAMPLE not in self.school.succeeded_calls)
    @rule()
    def open_sample_class(self) -> None:
        """Open the sample class and remove it again, which leaves everything else as it was.

        Once a run and late, so only in long runs: it takes most of a second.
        """
        students = {student.id for student in self.school.all(Student)}
        browser = self.school.test_app.anonymous_client()
        assert_outcome(self.school.call(browser, OPEN_SAMPLE, {"language": "en"}))
        assert len(browser.get("/api/classrooms").json()) == 1
        assert {student.id for student in self.school.all(Student)} > students
        assert_outcome(self.school.call(browser, "DELETE /api/sample-class"), status=204)
        assert {student.id for student in self.school.all(Student)} == students
