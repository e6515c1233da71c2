"""Invariants across goals, submissions, purchases, classes and the ledger that hold after any sequence of calls."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.data_protection.backups.integrity import (
    archive_problems,
    class_goal_problems,
    group_problems,
    ledger_problems,
    series_problems,
)
from server.database.base import Base
from server.domain.class_goals.models import ClassGoal
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion

STATUSES: dict[type[Base], set[str]] = {
    Goal: {"current", "completed", "ended"},
    Submission: {"pending", "approved", "denied"},
    GoalSuggestion: {"pending", "approved", "denied"},
    Purchase: {"pending", "fulfilled", "cancelled"},
    ClassGoal: {"open", "reached", "done", "ended"},
}


def assert_invariants(db: Session) -> None:
    """Check every invariant within one database session."""
    checks = (ledger_problems, group_problems, class_goal_problems, series_problems, archive_problems)
    assert [problem for check in checks for problem in check(db)] == []
    entries: dict[str, list[LedgerEntry]] = defaultdict(list)
    for entry in db.scalars(select(LedgerEntry).order_by(LedgerEntry.id)):
        entries[entry.student_id].append(entry)
    goals = db.scalars(select(Goal)).all()
    purchases = db.scalars(select(Purchase)).all()
    for own in entries.values():
        _assert_running_sums(own)
    everything = [entry for own in entries.values() for entry in own]
    _assert_goals_paid_once(goals, everything)
    _assert_assigned_once(goals)
    _assert_awards_reversed_once(everything)
    _assert_purchases_paid_once(purchases, everything)
    _assert_submissions(db, goals)
    _assert_statuses(db)
    _assert_one_class(db)


def _assert_running_sums(entries: Sequence[LedgerEntry]) -> None:
    total = 0
    for entry in entries:
        total += entry.amount
        assert entry.balance_after == total
        assert entry.reason not in {"purchase", "class_gift"} or total >= 0, "spending took a balance below zero"


def _assert_goals_paid_once(goals: Sequence[Goal], entries: Sequence[LedgerEntry]) -> None:
    """Each completed goal has exactly one unreversed credit, and no other goal has one."""
    taken_back = {entry.source_id for entry in entries if entry.reason == "goal_reversed"}
    paid = {entry.id: (entry.student_id, entry.amount) for entry in entries if entry.reason == "goal"}
    assert taken_back <= set(paid)
    standing = {entry_id: payment for entry_id, payment in paid.items() if entry_id not in taken_back}
    completed = [goal for goal in goals if goal.status == "completed"]
    assert {goal.credit_id: (goal.student_id, goal.goalbucks) for goal in completed} == standing
    assert len(completed) == len(standing)
    assert all((goal.completed_at is not None) == (goal.status == "completed") for goal in goals)
    assert all(
        (goal.ended_at is not None) == (goal.ended_reason is not None) == (goal.status == "ended") for goal in goals
    )
    assert all(
        goal.status == "completed" and goal.goalbucks < goal.offered_goalbucks
        for goal in goals
        if goal.offered_goalbucks is not None
    )


def _assert_assigned_once(goals: Sequence[Goal]) -> None:
    """Each student has one goal of an assignment, and so of a day of a series."""
    assigned = [(goal.assignment_id, goal.student_id) for goal in goals if goal.assignment_id is not None]
    assert len(set(assigned)) == len(assigned)


def _assert_awards_reversed_once(entries: Sequence[LedgerEntry]) -> None:
    """Each reversal cancels exactly one award entry of the same student."""
    awards = {entry.id: (entry.student_id, -entry.amount) for entry in entries if entry.reason == "award"}
    reversals = [entry for entry in entries if entry.reason == "award_reversed"]
    assert all(awards[entry.source_id] == (entry.student_id, entry.amount) for entry in reversals)
    assert len({entry.source_id for entry in reversals}) == len(reversals)


def _assert_purchases_paid_once(purchases: Sequence[Purchase], entries: Sequence[LedgerEntry]) -> None:
    """Each purchase has one debit of its cost, and one refund if it was cancelled."""
    recorded = sorted((each.student_id, each.reason, each.source_id, each.amount) for each in entries)
    moved = [each for each in recorded if each[1] in {"purchase", "refund"}]
    owed = [(each.student_id, "purchase", each.id, -each.goalbucks_cost) for each in purchases]
    owed += [
        (each.student_id, "refund", each.id, each.goalbucks_cost) for each in purchases if each.status == "cancelled"
    ]
    assert moved == sorted(owed)
    for each in purchases:
        assert (each.fulfilled_at is not None) == (each.fulfilled_by is not None) == (each.status == "fulfilled")
        assert (each.cancelled_at is not None) == (each.status == "cancelled")


def _assert_submissions(db: Session, goals: Sequence[Goal]) -> None:
    tries: dict[str, list[Submission]] = defaultdict(list)
    for submission in db.scalars(select(Submission).order_by(Submission.id)):
        tries[submission.goal_id].append(submission)
        assert (submission.review_id is not None) == (submission.status != "pending")
    for goal in goals:
        if not tries[goal.id]:
            continue
        *earlier, last = tries[goal.id]
        assert all(each.status == "denied" and each.allow_resubmission for each in earlier)
        if last.status != "denied":
            assert goal.status == ("current" if last.status == "pending" else "completed")
        if last.status == "approved":
            credit = db.get_one(LedgerEntry, goal.credit_id)
            assert credit.source_id == last.review_id  # the source of a credit is the review


def _assert_statuses(db: Session) -> None:
    for model, statuses in STATUSES.items():
        assert set(db.scalars(select(model.__table__.c.status).distinct())) <= statuses
    for suggestion in db.scalars(select(GoalSuggestion)):
        reviewed = suggestion.status != "pending"
        assert (suggestion.reviewed_by is not None) == (suggestion.reviewed_at is not None) == reviewed
        assert suggestion.goal_id is None or suggestion.status == "approved"


def _assert_one_class(db: Session) -> None:
    """Every row of a student that references a class references the student's own; activity records keep theirs."""
    for table in Base.metadata.sorted_tables:
        columns = table.columns
        if "student_id" in columns and "classroom_id" in columns and columns["classroom_id"].foreign_keys:
            joined = select(table.c.id).join(Student, Student.id == table.c.student_id)
            assert db.execute(joined.where(Student.classroom_id != table.c.classroom_id)).all() == [], table.name
