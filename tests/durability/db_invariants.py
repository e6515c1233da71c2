"""Invariants between goals, ledger, balances and submissions, checked in plain SQL on the database file."""

from pathlib import Path

from sqlalchemy.orm import Session

from server.database.sqlite import open_sqlite_engine
from server.domain.goalbucks.queries import find_mismatches, find_wrong_weeks
from server.settings import Settings

INVARIANTS = {
    "an approved submission's goal is completed, and paid by the entry of that review": """
        SELECT s.id FROM submissions s JOIN goals g ON g.id = s.goal_id
        LEFT JOIN goalbuck_entries e ON e.id = g.credit_id
        WHERE s.status = 'approved' AND NOT (
            g.status = 'completed' AND g.completed_at IS NOT NULL AND e.id IS NOT NULL AND e.reason = 'goal'
            AND e.source_id = s.review_id AND e.amount = g.goalbucks AND e.student_id = g.student_id)""",
    "any other submission's goal is unpaid, and current if the submission is pending": """
        SELECT s.id FROM submissions s JOIN goals g ON g.id = s.goal_id
        WHERE s.status <> 'approved' AND NOT (
            g.status IN ('current', 'ended') AND g.completed_at IS NULL AND g.credit_id IS NULL)
        OR s.status = 'pending' AND g.status <> 'current'""",
    "a goal says when and why it ended, no other one does": """
        SELECT id FROM goals WHERE (status = 'ended') <> (ended_at IS NOT NULL)
        OR (status = 'ended') <> (ended_reason IS NOT NULL)""",
    "a worth beside what was paid is that of a completed goal that paid less": """
        SELECT id FROM goals WHERE offered_goalbucks IS NOT NULL
        AND NOT (status = 'completed' AND goalbucks < offered_goalbucks)""",
    "a reviewed submission says when and by whom, a pending one doesn't": """
        SELECT id FROM submissions WHERE (status = 'pending') <> (review_id IS NULL)
        OR (review_id IS NULL) <> (reviewed_at IS NULL) OR (review_id IS NULL) <> (reviewed_by IS NULL)""",
    "every credit stands for a completed goal or was reversed, never both": """
        SELECT e.id FROM goalbuck_entries e WHERE e.reason = 'goal' AND
            (SELECT count(*) FROM goals g WHERE g.credit_id = e.id)
            + (SELECT count(*) FROM goalbuck_entries r WHERE r.reason = 'goal_reversed' AND r.source_id = e.id) <> 1""",
    "a reversal takes back what its credit gave": """
        SELECT r.id FROM goalbuck_entries r LEFT JOIN goalbuck_entries e ON e.id = r.source_id
        WHERE r.reason = 'goal_reversed' AND (e.id IS NULL OR r.amount <> -e.amount OR r.student_id <> e.student_id)""",
    "an award's reversal takes back what the award gave": """
        SELECT r.id FROM goalbuck_entries r LEFT JOIN goalbuck_entries e ON e.id = r.source_id AND e.reason = 'award'
        AND r.amount = -e.amount AND r.student_id = e.student_id
        WHERE r.reason = 'award_reversed' AND e.id IS NULL""",
    "an entry's balance is the sum of the student's entries up to it": """
        SELECT id FROM (SELECT id, balance_after,
            sum(amount) OVER (PARTITION BY student_id ORDER BY id) AS added FROM goalbuck_entries)
        WHERE balance_after <> added""",
    "a purchase was paid once, and paid back once if it was cancelled": """
        SELECT p.id FROM purchases p WHERE
            (SELECT count(*) FROM goalbuck_entries e WHERE e.student_id = p.student_id AND e.reason = 'purchase'
                AND e.source_id = p.id AND e.amount = -p.goalbucks_cost) <> 1
            OR (SELECT count(*) FROM goalbuck_entries e WHERE e.student_id = p.student_id AND e.reason = 'refund'
                AND e.source_id = p.id AND e.amount = p.goalbucks_cost) <> (p.status = 'cancelled')""",
    "what was paid or paid back in the store belongs to a purchase": """
        SELECT e.id FROM goalbuck_entries e LEFT JOIN purchases p ON p.id = e.source_id
        WHERE e.reason IN ('purchase', 'refund') AND p.id IS NULL""",
    "every reference leads somewhere": "PRAGMA foreign_key_check",
}


class DbInvariants:
    """Queries a data folder's database directly, also beside a running server."""

    def __init__(self, folder: Path) -> None:
        self.url = Settings(data_dir=folder).database_url

    def violations(self) -> dict[str, object]:
        """The violated rules with the offending rows; empty when all rules hold."""
        engine = open_sqlite_engine(self.url)
        try:
            with Session(engine) as db:
                sql = db.connection().exec_driver_sql
                found: dict[str, object] = {rule: sql(query).all() for rule, query in INVARIANTS.items()}
                found["the kept sums are those of the entries"] = find_mismatches(db)
                found["an entry that undoes another counts in its week"] = find_wrong_weeks(db)
                found["the file is whole"] = [
                    row for row in sql("PRAGMA integrity_check").all() if tuple(row) != ("ok",)
                ]
        finally:
            engine.dispose()
        return {rule: rows for rule, rows in found.items() if rows}

    def query(self, query: str) -> list[tuple[object, ...]]:
        """The rows of a query."""
        engine = open_sqlite_engine(self.url)
        try:
            with engine.connect() as connection:
                return [tuple(row) for row in connection.exec_driver_sql(query)]
        finally:
            engine.dispose()

    def execute(self, statement: str) -> None:
        """Execute a statement in a transaction of its own."""
        engine = open_sqlite_engine(self.url)
        try:
            with engine.begin() as connection:
                connection.exec_driver_sql(statement)
        finally:
            engine.dispose()

    def submission_statuses(self) -> dict[str, str]:
        """Each submission's status by id."""
        return {str(submission): str(status) for submission, status in self.query("SELECT id, status FROM submissions")}
