"""What is exported: a table for each kind of row, in the words of the screens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from server.data_protection.privacy.photo_names import Photos
from server.data_protection.privacy.scope import Scope
from server.database.base import Row
from server.domain.audit.models import Activity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, GoalbuckEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion

Cell = str | int | date | datetime | None
Value = Callable[[Any], Cell]
"""From the database's row to a cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it is called in the CSV file and in the JSON one, and what stands in it."""

    heading: str
    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Table:
    """One file: its name without the ending, its key in the JSON file, its rows and columns."""

    name: str
    key: str
    about: str
    """A line of README.txt."""
    query: Select[*tuple[Any, ...]]
    columns: Sequence[Column]


def _plain(heading: str, key: str, attribute: str) -> Column:
    return Column(heading, key, lambda row: _cell(getattr(row, attribute)))


def _cell(value: Any) -> Cell:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _rows(model: type[Row], *where: Any) -> Select[*tuple[Any, ...]]:
    # Columns in place of objects: three years of a class are 100,000 rows.
    return select(*model.__table__.columns).where(*where).order_by(model.__table__.c.id)


class Tables:
    """All tables of one export. Reads the names of goals beforehand, the rest row by row."""

    def __init__(self, db: Session, scope: Scope, photos: Photos) -> None:
        self._scope = scope
        self._photos = photos
        goals = db.execute(select(Goal.id, Goal.name).where(scope.of_students(Goal.student_id)))
        self._goals = {goal.id: goal.name for goal in goals}
        sums = db.execute(
            select(Balance.student_id, Balance.earned, Balance.spent, Balance.goals_completed).where(
                scope.of_students(Balance.student_id)
            )
        )
        self._sums = {student_id: (earned, spent, count) for student_id, earned, spent, count in sums}
        self._id = _plain("Id", "id", "id")
        self._created = _plain("Created", "createdAt", "created_at")
        self._reviewed = _plain("Reviewed", "reviewedAt", "reviewed_at")
        self._status = _plain("Status", "status", "status")
        self._goalbucks = _plain("GoalBucks", "goalbucks", "goalbucks")
        self._class = Column("Class", "className", lambda row: scope.classes.get(row.classroom_id))
        self._student = Column("Student", "studentName", lambda row: scope.students.get(row.student_id))
        self._username = Column("Username", "username", lambda row: scope.usernames.get(row.student_id))
        self._whose = (self._class, self._student, self._username)

    def all(self) -> list[Table]:
        """In the order of README.txt."""
        return [
            self._classes(),
            self._students(),
            self._goal_rows(),
            self._submissions(),
            self._suggestions(),
            self._items(),
            self._purchases(),
            self._ledger(),
            self._activity(),
        ]

    def _classes(self) -> Table:
        columns = [_plain("Name", "name", "name"), _plain("Grade level", "gradeLevel", "grade_level")]
        about = "the class"
        if self._scope.student_id is None:  # a parent needs no way into the class
            columns.append(_plain("Class code", "classCode", "class_code"))
            about = "the classes, each with its class code"
        query = _rows(Classroom, self._scope.own_classes())
        return Table("classes", "classes", about, query, (*columns, self._created, self._id))

    def _students(self) -> Table:
        def sums(row: Any) -> tuple[int, int, int]:
            return self._sums.get(row.id, (0, 0, 0))

        columns = (
            self._class,
            _plain("Last name", "lastName", "last_name"),
            _plain("First name", "firstName", "first_name"),
            _plain("Username", "username", "username"),
            Column("GoalBucks", "goalbucks", lambda row: sums(row)[0] - sums(row)[1]),
            Column("Earned", "earned", lambda row: sums(row)[0]),
            Column("Spent", "spent", lambda row: sums(row)[1]),
            Column("Goals completed", "goalsCompleted", lambda row: sums(row)[2]),
        )
        about = "the students with their present balance; no passwords, which nobody can read"
        query = _rows(Student, self._scope.of_students(Student.id))
        return Table("students", "students", about, query, (*columns, self._created, self._id))

    def _goal_rows(self) -> Table:
        columns = (
            *self._whose,
            _plain("Goal", "name", "name"),
            self._goalbucks,
            _plain("Due", "dueDate", "due_date"),
            self._status,
            _plain("Completed", "completedAt", "completed_at"),
            _plain("Assignment", "assignmentId", "assignment_id"),
        )
        query = _rows(Goal, self._scope.of_students(Goal.student_id))
        return Table("goals", "goals", "goals, current and completed", query, (*columns, self._created, self._id))

    def _submissions(self) -> Table:
        columns = (
            *self._whose,
            Column("Goal", "goalName", lambda row: self._goals.get(row.goal_id)),
            _plain("Text", "submissionText", "submission_text"),
            Column("Photo", "photo", self._photo),
            _plain("Photo removed", "imageRemovedAt", "image_removed_at"),
            self._status,
            _plain("Comment", "comment", "comment"),
            _plain("May try again", "allowResubmission", "allow_resubmission"),
            self._reviewed,
            Column("Reviewed by", "reviewedBy", lambda row: self._scope.who(row.reviewed_by)),
            _plain("Goal id", "goalId", "goal_id"),
        )
        about = "the proof that was sent and its review; Photo is the photo's file in this folder"
        query = _rows(Submission, self._scope.of_students(Submission.student_id))
        return Table("submissions", "submissions", about, query, (*columns, self._created, self._id))

    def _photo(self, row: Any) -> str | None:
        if row.image_key is None:
            return None
        goal = self._goals.get(row.goal_id, "")
        return self._photos.add(row.image_key, row.classroom_id, row.student_id, row.created_at, goal)

    def _suggestions(self) -> Table:
        columns = (
            *self._whose,
            _plain("Suggested goal", "suggestedName", "suggested_name"),
            _plain("Suggested GoalBucks", "suggestedGoalbucks", "suggested_goalbucks"),
            _plain("Reason", "description", "description"),
            self._status,
            self._reviewed,
            _plain("Approved goal", "approvedName", "approved_name"),
            _plain("Approved GoalBucks", "approvedGoalbucks", "approved_goalbucks"),
        )
        query = _rows(GoalSuggestion, self._scope.of_students(GoalSuggestion.student_id))
        about = "goals that students suggested"
        return Table("suggestions", "suggestions", about, query, (*columns, self._created, self._id))

    def _items(self) -> Table:
        columns = (
            self._class,
            _plain("Item", "name", "name"),
            _plain("Description", "description", "description"),
            _plain("Price", "goalbucksCost", "goalbucks_cost"),
            _plain("Stock", "stock", "stock"),
        )
        about = "what the class stores offer; without a number of Stock there is no limit"
        query = _rows(StoreItem, self._scope.own_items())
        return Table("store items", "storeItems", about, query, (*columns, self._created, self._id))

    def _purchases(self) -> Table:
        columns = (
            *self._whose,
            _plain("Item", "itemName", "item_name"),
            _plain("Price", "goalbucksCost", "goalbucks_cost"),
            self._status,
            _plain("Fulfilled", "fulfilledAt", "fulfilled_at"),
            _plain("Cancelled", "cancelledAt", "cancelled_at"),
            _plain("Reason of cancelling", "cancelReason", "cancel_reason"),
        )
        query = _rows(Purchase, self._scope.of_students(Purchase.student_id))
        return Table("purchases", "purchases", "what was bought", query, (*columns, self._created, self._id))

    def _ledger(self) -> Table:
        scope = self._scope
        columns = (
            self._student,
            self._username,
            _plain("Amount", "amount", "amount"),
            _plain("Why", "reason", "reason"),
            _plain("What for", "description", "description"),
            _plain("Balance after", "balanceAfter", "balance_after"),
            Column("By", "createdBy", lambda row: scope.who(row.created_by)),
            Column("Assignment", "assignmentId", lambda row: row.source_id if row.reason == "award" else None),
        )
        about = "the ledger: every change of a balance"
        query = _rows(GoalbuckEntry, scope.of_students(GoalbuckEntry.student_id))
        return Table("goalbucks", "ledger", about, query, (*columns, self._created, self._id))

    def _activity(self) -> Table:
        def own(row: Any) -> bool:
            """Where the teacher was is none of one student's data."""
            return self._scope.student_id in {None, row.who_id}

        columns = (
            Column("When", "createdAt", lambda row: row.created_at),
            _plain("What", "kind", "kind"),
            _plain("Who", "whoName", "who_name"),
            _plain("Role", "whoRole", "who_role"),
            self._class,
            _plain("Student", "studentName", "student_name"),
            _plain("About", "about", "about"),
            _plain("GoalBucks", "amount", "amount"),
            Column("Address", "address", lambda row: row.address if own(row) else None),
            Column("Device", "device", lambda row: row.device if own(row) else None),
            _plain("Times", "count", "count"),
        )
        about = "what was done, by whom, and from which device, of the last year"
        return Table("activity", "activity", about, _rows(Activity, self._scope.own_activity()), (*columns, self._id))
