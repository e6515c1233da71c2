"""Builder of rows within the transaction of one test."""

from datetime import date
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.activity.models import ActivityRecord
from server.domain.class_goals import service as class_goals
from server.domain.class_goals.models import ClassGoal, ClassGoalFields, ClassGoalGift
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import AwardFields, LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields
from server.domain.groups import service as groups
from server.domain.groups.models import StudentGroup
from server.domain.store import service as store
from server.domain.store.models import ItemFields, LimitPeriod, Purchase, StoreItem
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Submission
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.security.actor import Actor


def actor_of(user: Teacher | Student) -> Actor:
    """Return the actor that services take for this user."""
    return Actor(user.id, "teacher" if isinstance(user, Teacher) else "student", "")


class RowBuilder:
    """Creates a teacher with a class of one student; methods use these unless given another student or class."""

    def __init__(self, db: Session) -> None:
        self.db = db
        self._numbers = count(1)
        self.teacher = self.add_teacher()
        self.classroom = self.add_classroom()
        self.student = self.add_student()

    @property
    def as_teacher(self) -> Actor:
        return actor_of(self.teacher)

    @property
    def as_student(self) -> Actor:
        return actor_of(self.student)

    @property
    def balance(self) -> int:
        """The student's balance."""
        return balance_of(self.db, self.student.id).balance

    def for_other_teacher(self) -> "RowBuilder":
        """Create another teacher with a class of one student."""
        return RowBuilder(self.db)

    def add_teacher(self, name: str = "Elena Rivera") -> Teacher:
        other = self.db.query(Teacher).count()
        return teachers.register(self.db, name=name, email=f"teacher{other}@school.test", password_hash="hash")

    def add_classroom(self, name: str = "Room 12 Homeroom") -> Classroom:
        return classrooms.create(self.db, self.as_teacher, name=name, grade_level=None)

    def add_student(
        self,
        classroom: Classroom | None = None,
        first_name: str = "Amara",
        last_name: str = "Okafor",
        *,
        username: str | None = None,
    ) -> Student:
        fields = students.StudentFields(first_name, last_name, username or f"student{next(self._numbers)}", "hash")
        return students.create(self.db, classroom or self.classroom, fields)

    def add_goal(
        self, student: Student | None = None, name: str = "Read", goalbucks: int = 25, due_date: date | None = None
    ) -> Goal:
        of = student or self.student
        classroom = self.db.get_one(Classroom, of.classroom_id)
        return goals.assign(self.db, classroom, of.id, GoalFields(name, goalbucks, due_date))

    def add_completed_goal(self, student: Student | None = None, name: str = "Sums", goalbucks: int = 25) -> Goal:
        goal = self.add_goal(student, name, goalbucks)
        submissions.complete_goal(self.db, self.as_teacher, goal)
        return goal

    def add_ended_goal(self, student: Student | None = None, name: str = "Sums") -> Goal:
        goal = self.add_goal(student, name, due_date=date(2026, 11, 20))
        submissions.end_goals(self.db, [goal], "missed")
        return goal

    def submit(self, goal: Goal, text: str | None = "Done", image_key: str | None = None) -> Submission:
        proof = submissions.ProofSubmission(goal.id, goal.student_id, goal.classroom_id, text)
        return submissions.submit(self.db, Actor(goal.student_id, "student", ""), proof, image_key)

    def add_group(
        self, name: str = "Red readers", *students: Student, classroom: Classroom | None = None
    ) -> StudentGroup:
        """Create a group of these students, by default of none."""
        return groups.create(self.db, classroom or self.classroom, name, [student.id for student in students])

    def add_class_goal(
        self, name: str = "Movie afternoon", goalbucks: int = 100, *, classroom: Classroom | None = None
    ) -> ClassGoal:
        """Create a class goal; the class must have no open one."""
        fields = ClassGoalFields(name, goalbucks, None)
        return class_goals.create(self.db, self.as_teacher, classroom or self.classroom, fields)

    def give(self, goal: ClassGoal, amount: int, student: Student | None = None) -> ClassGoalGift:
        """Give goalbucks of this student, by default of the student of the class."""
        return class_goals.give(self.db, actor_of(student or self.student), goal, amount)

    def award(self, amount: int, *to: Student) -> list[LedgerEntry]:
        """Award goalbucks to these students, by default to the student of the class."""
        ids = [student.id for student in to or (self.student,)]
        fields = AwardFields(amount, "Tidy desk")
        return list(goalbucks.award(self.db, self.as_teacher, self.classroom, ids, fields))

    def add_item(self, name: str = "Pencil", goalbucks_cost: int = 5, stock: int | None = None) -> StoreItem:
        return self.add_limited_item(None, name=name, goalbucks_cost=goalbucks_cost, stock=stock)

    def add_limited_item(
        self,
        per_student: int | None,
        per: LimitPeriod = "ever",
        *,
        name: str = "Pencil",
        goalbucks_cost: int = 5,
        stock: int | None = None,
    ) -> StoreItem:
        fields = ItemFields(name, None, goalbucks_cost, stock, None, per_student, per)
        return store.add_item(self.db, self.classroom, fields)

    def buy(self, item: StoreItem, expected_cost: int | None = None) -> Purchase:
        return store.buy(self.db, self.as_student, item.id, expected_cost)

    def reasons(self, student: Student | None = None) -> list[str]:
        """Return the reasons of the student's ledger entries, oldest first."""
        of = LedgerEntry.student_id == (student or self.student).id
        return list(self.db.scalars(select(LedgerEntry.reason).where(of).order_by(LedgerEntry.id)))

    def events(self) -> list[ActivityRecord]:
        """Return the teacher's activity log, oldest first."""
        own = select(ActivityRecord).where(ActivityRecord.teacher_id == self.teacher.id)
        return list(self.db.scalars(own.order_by(ActivityRecord.id)))
