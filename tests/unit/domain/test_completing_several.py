"""Completing several goals at once, with their pending proof."""

import pytest

from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalCompletedError
from server.domain.students.models import Student
from server.domain.submissions import service
from server.domain.submissions.models import Review
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder


class TestCompletingSeveralGoals:
    def complete(self, rows: RowBuilder, *goals: Goal) -> int:
        return service.complete_goals(rows.db, rows.as_teacher, [goal.id for goal in goals])

    @pytest.mark.spec("6.17")
    def test_each_goal_is_completed_and_credited_once(self, rows: RowBuilder) -> None:
        goals = [rows.add_goal(student, goalbucks=10) for student in (rows.student, rows.add_student())]
        assert self.complete(rows, *goals, *goals) == 2
        assert [goal.status for goal in goals] == ["completed", "completed"]
        assert [rows.reasons(rows.db.get_one(Student, goal.student_id)) for goal in goals] == [["goal"]] * 2
        assert rows.balance == 10

    def test_pending_proof_is_approved_and_denied_proof_stays_denied(self, rows: RowBuilder) -> None:
        sent, denied = (rows.submit(rows.add_goal()) for _ in range(2))
        service.review(rows.db, rows.as_teacher, denied, Review("denied", "Blurred"))
        self.complete(rows, *(rows.db.get_one(Goal, each.goal_id) for each in (sent, denied)))
        assert (sent.status, sent.reviewed_by, denied.status) == ("approved", rows.teacher.id, "denied")
        service.undo_review(rows.db, rows.as_teacher, sent)
        assert rows.balance == 25

    @pytest.mark.spec("6.17")
    def test_no_goal_is_completed_if_one_is_completed_already(self, rows: RowBuilder) -> None:
        current, done = rows.add_goal(), rows.add_completed_goal()
        with pytest.raises(GoalCompletedError), rows.db.begin_nested():
            self.complete(rows, current, done)
        rows.db.expire_all()
        assert (current.status, rows.reasons()) == ("current", ["goal"])

    @pytest.mark.spec("6.17")
    @pytest.mark.parametrize("what", ["another teacher's", "deleted"])
    def test_no_goal_is_completed_if_one_is_not_found(self, rows: RowBuilder, what: str) -> None:
        current = rows.add_goal()
        other = rows.for_other_teacher().add_goal() if what == "another teacher's" else rows.add_goal()
        if what == "deleted":
            goals.delete(rows.db, rows.as_teacher, other)
        with pytest.raises(NotFoundError):
            self.complete(rows, current, other)
        assert (current.status, rows.reasons()) == ("current", [])

    def test_goals_of_several_classes_of_the_teacher_are_completed(self, rows: RowBuilder) -> None:
        in_other_class = rows.add_goal(rows.add_student(rows.add_classroom()))
        assert self.complete(rows, rows.add_goal(), in_other_class) == 2
        assert in_other_class.status == "completed"

    def test_equal_goals_of_a_class_are_one_event_which_counts_the_students(self, rows: RowBuilder) -> None:
        many = [rows.add_goal(rows.add_student(), "Tidy up", 2) for _ in range(3)]
        other_class = rows.add_classroom()
        one = rows.add_goal(rows.add_student(other_class), "Tidy up", 2)
        self.complete(rows, *many, one)
        events = {event.classroom_id: event for event in rows.events()[-2:]}
        several, single = events[rows.classroom.id], events[other_class.id]
        assert (several.kind, several.about, several.amount, several.count) == ("goal_completed", "Tidy up", 2, 3)
        assert (several.student_id, single.student_id, single.count) == (None, one.student_id, 1)

    def test_five_hundred_goals_are_completed_at_once(self, rows: RowBuilder) -> None:
        assert self.complete(rows, *(rows.add_goal(goalbucks=1) for _ in range(500))) == 500
        assert rows.balance == 500
