"""Tables of an export, one per entity, with the column names that the screens use."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.data_protection.privacy.export_table import ExportColumn, ExportTable, column, rows_of
from server.data_protection.privacy.image_names import ExportImages
from server.data_protection.privacy.scope import ExportScope, NamesById, substitute_name
from server.domain.activity.models import ActivityRecord
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.goalbucks.queries import BALANCE_SUMS, BalanceSums
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup, StudentGroupMember
from server.domain.login_cards.models import LoginCard
from server.domain.members.models import ClassMember
from server.domain.no_school_days.models import NoSchoolDays
from server.domain.reports.models import FamilyComment
from server.domain.savings.models import SavingsGoal
from server.domain.series.models import GoalSeries, SeriesStudent
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.terms.models import Term
from server.security.substitutions import Substitution


def _joined_names(rows: Iterable[Sequence[str]], names: NamesById) -> dict[str, str]:
    """Return the sorted names of the people by what they belong to; a row has its id, then that of the person."""
    found: dict[str, list[str]] = defaultdict(list)
    for owner_id, person_id in rows:
        found[owner_id].append(names[person_id])
    return {owner_id: ", ".join(sorted(each)) for owner_id, each in found.items()}


def _names_with_class(
    db: Session, model: type[StudentGroup | ClassGoal], classes: NamesById
) -> dict[str, tuple[str, str]]:
    """Return the names of the rows of the classes, each with that of its class, by the id of the row."""
    rows = db.execute(select(model.id, model.name, model.classroom_id).where(model.classroom_id.in_(classes)))
    return {row.id: (row.name, classes[row.classroom_id]) for row in rows}


class ExportTables:
    """All tables of one export. Goal names and balances are read on creation, the rows when they are written."""

    def __init__(self, db: Session, scope: ExportScope, images: ExportImages) -> None:
        self._scope = scope
        self._images = images
        goals = db.execute(select(Goal.id, Goal.name).where(scope.student_filter(Goal.student_id)))
        self._goals = {goal.id: goal.name for goal in goals}
        sums = db.execute(select(Balance.student_id, *BALANCE_SUMS).where(scope.student_filter(Balance.student_id)))
        self._balances = {student_id: BalanceSums(*values) for student_id, *values in sums}
        cards = db.execute(
            select(LoginCard.student_id, LoginCard.created_at, LoginCard.last_used_at).where(
                scope.student_filter(LoginCard.student_id)
            )
        )
        self._groups = _names_with_class(db, StudentGroup, scope.classes)
        self._class_goal_names = _names_with_class(db, ClassGoal, scope.classes)
        self._co_teachers = _joined_names(
            db.execute(
                select(ClassMember.classroom_id, ClassMember.teacher_id).where(
                    ClassMember.classroom_id.in_(scope.classes)
                )
            ).all(),
            scope.teachers,
        )
        self._terms = dict(db.execute(select(Term.id, Term.name).where(Term.classroom_id.in_(scope.classes))).all())
        self._cards: dict[str, tuple[datetime | None, datetime | None]] = {
            student_id: (made_at, used_at) for student_id, made_at, used_at in cards
        }
        chosen = select(SeriesStudent.series_id, SeriesStudent.student_id)
        rows = db.execute(chosen.where(scope.student_filter(SeriesStudent.student_id))).all()
        self._chosen = _joined_names(rows, scope.students)
        self._id = column("Id", "id")
        self._created = column("Created", "created_at")
        self._reviewed = column("Reviewed", "reviewed_at")
        self._status = column("Status", "status")
        self._amount = column("Amount", "amount")
        self._goalbucks = column("GoalBucks", "goalbucks")
        self._class = ExportColumn("Class", "className", lambda row: scope.classes.get(row.classroom_id))
        self._student = ExportColumn("Student", "studentName", lambda row: scope.students.get(row.student_id))
        self._username = ExportColumn("Username", "username", lambda row: scope.usernames.get(row.student_id))
        self._owner = (self._class, self._student, self._username)

    def all(self) -> list[ExportTable]:
        """Return the tables in the order of README.txt."""
        return [
            self._classes(),
            self._students(),
            self._goal_rows(),
            self._series(),
            self._no_school_days(),
            self._submissions(),
            self._suggestions(),
            self._items(),
            self._purchases(),
            self._savings(),
            self._ledger(),
            self._group_members(),
            self._terms_of_classes(),
            self._class_goals(),
            self._class_goal_gifts(),
            self._family_comments(),
            self._substitutions(),
            self._activity(),
        ]

    def _classes(self) -> ExportTable:
        columns = [column("Name", "name"), column("Grade level", "grade_level")]
        about = "the class"
        if self._scope.student_id is None:  # without the class code: an export of one student may go to its parents
            columns.append(column("Class code", "class_code"))
            columns.append(ExportColumn("Co-teachers", "coTeachers", lambda row: self._co_teachers.get(row.id)))
            about = "the classes, each with its class code and its co-teachers"
        columns += [column("Archived", "archived_at"), column("Store open", "store_open")]
        query = rows_of(Classroom, self._scope.classroom_filter())
        return ExportTable("classes", "classes", about, query, (*columns, self._created, self._id))

    def _students(self) -> ExportTable:
        def sums(row: Any) -> BalanceSums:
            return self._balances.get(row.id, BalanceSums())

        def card(row: Any) -> tuple[datetime | None, datetime | None]:
            return self._cards.get(row.id, (None, None))

        columns = (
            self._class,
            column("Last name", "last_name"),
            column("First name", "first_name"),
            column("Username", "username"),
            column("School ID", "external_id"),
            ExportColumn("GoalBucks", "goalbucks", lambda row: sums(row).balance),
            ExportColumn("Earned", "earned", lambda row: sums(row).earned),
            ExportColumn("Spent", "spent", lambda row: sums(row).spent),
            ExportColumn("Goals completed", "goalsCompleted", lambda row: sums(row).goals_completed),
            column("Language", "language"),
            column("Away since", "away_since"),
            ExportColumn("Login card made", "loginCardMadeAt", lambda row: card(row)[0]),
            ExportColumn("Login card used", "loginCardUsedAt", lambda row: card(row)[1]),
        )
        about = "the students with their present balance; no passwords or codes of login cards, which nobody can read"
        query = rows_of(Student, self._scope.student_filter(Student.id))
        return ExportTable("students", "students", about, query, (*columns, self._created, self._id))

    def _goal_rows(self) -> ExportTable:
        columns = (
            *self._owner,
            column("Goal", "name"),
            self._goalbucks,
            column("Due", "due_date"),
            self._status,
            column("Completed", "completed_at"),
            column("Assignment", "assignment_id"),
            column("Details", "details"),
            column("Picture", "picture"),
            column("Worth if it paid less", "offered_goalbucks"),
            column("Ended", "ended_at"),
            column("Why it ended", "ended_reason"),
        )
        query = rows_of(Goal, self._scope.student_filter(Goal.student_id))
        about = "goals: current, completed, and ended without being completed"
        return ExportTable("goals", "goals", about, query, (*columns, self._created, self._id))

    def _series(self) -> ExportTable:
        def students(row: Any) -> str | None:
            return None if row.for_everybody else self._chosen.get(row.id, "")

        columns = (
            self._class,
            column("Goal", "name"),
            self._goalbucks,
            column("Details", "details"),
            column("Picture", "picture"),
            column("Weekdays", "weekdays"),
            column("From", "first_day"),
            column("Until", "last_day"),
            column("Stopped", "stopped_at"),
            ExportColumn("Students", "studentNames", students),
        )
        about = "goals that repeat; without Students for everybody in the class"
        query = rows_of(GoalSeries, self._scope.class_filter(GoalSeries.classroom_id))
        return ExportTable("goals that repeat", "goalSeries", about, query, (*columns, self._created, self._id))

    def _no_school_days(self) -> ExportTable:
        columns = (column("From", "first_day"), column("To", "last_day"), column("Name", "name"))
        query = rows_of(NoSchoolDays, self._scope.no_school_filter())
        return ExportTable("days without school", "noSchoolDays", "days without school", query, (*columns, self._id))

    def _submissions(self) -> ExportTable:
        columns = (
            *self._owner,
            ExportColumn("Goal", "goalName", lambda row: self._goals.get(row.goal_id)),
            column("Text", "submission_text"),
            ExportColumn("Photo", "photo", self._image_path),
            column("Photo removed", "image_removed_at"),
            self._status,
            column("Comment", "comment"),
            column("May try again", "allow_resubmission"),
            self._reviewed,
            ExportColumn("Reviewed by", "reviewedBy", lambda row: self._scope.display_name(row.reviewed_by)),
            column("Goal id", "goal_id"),
        )
        about = "the proof that was sent and its review; Photo is the photo's file in this folder"
        query = rows_of(Submission, self._scope.student_filter(Submission.student_id))
        return ExportTable("submissions", "submissions", about, query, (*columns, self._created, self._id))

    def _image_path(self, row: Any) -> str | None:
        if row.image_key is None:
            return None
        goal = self._goals.get(row.goal_id, "")
        return self._images.add(row.image_key, row.classroom_id, row.student_id, row.created_at, goal)

    def _suggestions(self) -> ExportTable:
        columns = (
            *self._owner,
            column("Suggested goal", "suggested_name"),
            column("Suggested GoalBucks", "suggested_goalbucks"),
            column("Reason", "description"),
            self._status,
            self._reviewed,
            column("Approved goal", "approved_name"),
            column("Approved GoalBucks", "approved_goalbucks"),
        )
        query = rows_of(GoalSuggestion, self._scope.student_filter(GoalSuggestion.student_id))
        about = "goals that students suggested"
        return ExportTable("suggestions", "suggestions", about, query, (*columns, self._created, self._id))

    def _items(self) -> ExportTable:
        columns = (
            self._class,
            column("Item", "name"),
            column("Description", "description"),
            column("Price", "goalbucks_cost"),
            column("Stock", "stock"),
            column("Picture", "picture"),
            column("Per student", "per_student"),
            column("Per", "per"),
        )
        about = "what the class stores offer; without a number of Stock, or Per student, there is no limit"
        query = rows_of(StoreItem, self._scope.class_filter(StoreItem.classroom_id))
        return ExportTable("store items", "storeItems", about, query, (*columns, self._created, self._id))

    def _purchases(self) -> ExportTable:
        columns = (
            *self._owner,
            column("Item", "item_name"),
            column("Price", "goalbucks_cost"),
            self._status,
            column("Fulfilled", "fulfilled_at"),
            column("Cancelled", "cancelled_at"),
            column("Reason of cancelling", "cancel_reason"),
        )
        query = rows_of(Purchase, self._scope.student_filter(Purchase.student_id))
        return ExportTable("purchases", "purchases", "what was bought", query, (*columns, self._created, self._id))

    def _savings(self) -> ExportTable:
        columns = (self._student, self._username, column("Item", "item_name"), column("Item id", "item_id"))
        query = rows_of(SavingsGoal, self._scope.student_filter(SavingsGoal.student_id))
        about = "what students save for; without Item id what was deleted"
        return ExportTable("savings goals", "savingsGoals", about, query, (*columns, self._created, self._id))

    def _ledger(self) -> ExportTable:
        scope = self._scope
        columns = (
            self._student,
            self._username,
            self._amount,
            column("Why", "reason"),
            column("What for", "description"),
            column("Balance after", "balance_after"),
            ExportColumn("By", "createdBy", lambda row: scope.display_name(row.created_by)),
            ExportColumn("Assignment", "assignmentId", lambda row: row.source_id if row.reason == "award" else None),
        )
        about = "the ledger: every change of a balance"
        query = rows_of(LedgerEntry, scope.student_filter(LedgerEntry.student_id))
        return ExportTable("goalbucks", "ledger", about, query, (*columns, self._created, self._id))

    def _group_members(self) -> ExportTable:
        columns = (
            ExportColumn("Class", "className", lambda row: self._groups[row.group_id][1]),
            ExportColumn("Group", "groupName", lambda row: self._groups[row.group_id][0]),
            self._student,
            self._username,
            column("Group id", "group_id"),
        )
        query = rows_of(StudentGroupMember, self._scope.student_filter(StudentGroupMember.student_id))
        about = "who is in which group of the class"
        return ExportTable("groups", "groups", about, query, (*columns, self._created, self._id))

    def _terms_of_classes(self) -> ExportTable:
        columns = (
            self._class,
            column("Name", "name"),
            column("From", "first_day"),
            column("To", "last_day"),
        )
        query = rows_of(Term, self._scope.class_filter(Term.classroom_id))
        return ExportTable("terms", "terms", "finished terms", query, (*columns, self._created, self._id))

    def _class_goals(self) -> ExportTable:
        columns = (
            self._class,
            column("Goal", "name"),
            self._goalbucks,
            column("Until", "until"),
            self._status,
        )
        query = rows_of(ClassGoal, self._scope.class_filter(ClassGoal.classroom_id))
        about = "goals of classes, to which students give GoalBucks"
        return ExportTable("class goals", "classGoals", about, query, (*columns, self._created, self._id))

    def _class_goal_gifts(self) -> ExportTable:
        columns = (
            ExportColumn("Class", "className", lambda row: self._class_goal_names[row.class_goal_id][1]),
            ExportColumn("Goal", "goalName", lambda row: self._class_goal_names[row.class_goal_id][0]),
            self._student,
            self._username,
            self._amount,
            column("Returned", "returned_at"),
            column("Goal id", "class_goal_id"),
        )
        query = rows_of(ClassGoalGift, self._scope.student_filter(ClassGoalGift.student_id))
        about = "what students gave to the goals of their classes, and when they got it back"
        return ExportTable("class goal gifts", "classGoalGifts", about, query, (*columns, self._created, self._id))

    def _family_comments(self) -> ExportTable:
        columns = (
            self._student,
            self._username,
            ExportColumn("Term", "termName", lambda row: self._terms.get(row.term_id)),
            column("Comment", "text"),
            column("Saved", "updated_at"),
        )
        query = rows_of(FamilyComment, self._scope.student_filter(FamilyComment.student_id))
        about = "what the teacher wrote on the reports for families; without Term on those of the running one"
        return ExportTable("family comments", "familyComments", about, query, (*columns, self._created, self._id))

    def _substitutions(self) -> ExportTable:
        columns = (self._class, column("Name", "name"), column("Until", "ends_at"), column("Ended", "ended_at"))
        query = rows_of(Substitution, self._scope.class_filter(Substitution.classroom_id))
        about = "who stood in for the teacher; without Ended until the time of Until"
        return ExportTable("substitutes", "substitutions", about, query, (*columns, self._created, self._id))

    def _activity(self) -> ExportTable:
        def own(row: Any) -> bool:
            """Return whether address and device may be exported; the teacher's aren't one student's data."""
            return self._scope.student_id in {None, row.who_id}

        def who(row: Any) -> str:
            return substitute_name(row.who_name) if row.who_role == "substitute" else row.who_name

        columns = (
            ExportColumn("When", "createdAt", lambda row: row.created_at),
            column("What", "kind"),
            ExportColumn("Who", "whoName", who),
            column("Role", "who_role"),
            self._class,
            column("Student", "student_name"),
            column("About", "about"),
            column("GoalBucks", "amount"),
            ExportColumn("Address", "address", lambda row: row.address if own(row) else None),
            ExportColumn("Device", "device", lambda row: row.device if own(row) else None),
            column("Times", "count"),
        )
        about = "what was done, by whom, and from which device, of the last year"
        return ExportTable(
            "activity", "activity", about, rows_of(ActivityRecord, self._scope.activity_filter()), (*columns, self._id)
        )
