"""What `goalbucks check` finds of class goals."""

from server.data_protection.backups.integrity import class_goal_problems
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.goalbucks import service as goalbucks
from tests.unit.row_builder import RowBuilder


def test_wrong_rows_are_found(rows: RowBuilder) -> None:
    goal = rows.add_class_goal()
    gift_id = rows_of_wrong_gift(rows, goal)
    assert class_goal_problems(rows.db) == [
        f"Gift {gift_id} of student {rows.student.id} isn't in the ledger as it is stored."
    ]
    goal.status = "ended"
    rows.db.flush()
    assert class_goal_problems(rows.db)[1:] == [f"Class goal {goal.id} has the wrong status for what was given to it."]
    rows.student.classroom_id = rows.add_classroom("Room 13").id
    rows.db.flush()
    assert class_goal_problems(rows.db)[0] == (
        f"Student {rows.student.id} gave to class goal {goal.id}, which is of another class."
    )


def test_a_gift_that_was_returned_in_the_ledger_only_is_found(rows: RowBuilder) -> None:
    goal = rows.add_class_goal()
    rows.award(10)
    gift = rows.give(goal, 5)
    posting = goalbucks.LedgerPosting(5, "class_gift_returned", gift.entry_id, goal.name)
    goalbucks.post(rows.db, rows.as_teacher, rows.student.id, posting)
    assert len(class_goal_problems(rows.db)) == 1


def rows_of_wrong_gift(rows: RowBuilder, goal: ClassGoal) -> str:
    """Add a gift without a ledger entry and return its id."""
    gift = ClassGoalGift(class_goal_id=goal.id, student_id=rows.student.id, amount=5, entry_id="none", returned_at=None)
    rows.db.add(gift)
    rows.db.flush()
    return gift.id
