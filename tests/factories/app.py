"""A running application with helpers that create rows and signed-in clients."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Self

from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from server import clock
from server.database.base import new_id
from server.database.transactions import Transactions
from server.dependencies import AppServices
from server.domain.class_goals import service as class_goals
from server.domain.class_goals.models import ClassGoal, ClassGoalFields, ClassGoalGift
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import create as create_classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import AwardFields, LedgerEntry, LedgerReason
from server.domain.goals import service as goals
from server.domain.goals.models import EndReason, Goal, GoalFields
from server.domain.groups import service as groups
from server.domain.groups.models import StudentGroup
from server.domain.login_cards.service import CardIssuer, make_cards
from server.domain.members import service as members
from server.domain.members.queries import get_member
from server.domain.picture_sign_in import service as picture_sign_in
from server.domain.pictures import service as pictures
from server.domain.series import service as series
from server.domain.series.models import WEEKDAYS, GoalSeries, SeriesFields
from server.domain.store import service as store
from server.domain.store.models import ItemFields, Purchase, StoreItem
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Submission
from server.domain.substitutes.service import make_code
from server.domain.suggestions import service as suggestions
from server.domain.suggestions.models import ApprovalOverrides, GoalSuggestion
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.security.actor import AccountRole, Actor
from server.security.sessions import SESSION_COOKIE, SigningInBrowser, create_session
from tests.factories.api_client import LAN_URL, LOCAL_URL, STUDENT_ADDRESS, ApiClient
from tests.factories.passwords import PASSWORD_HASH


@dataclass
class RunningApp:
    """A running application with factories for rows and clients."""

    app: FastAPI
    portal: BlockingPortal
    """Calls functions on the application's event loop."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    @contextmanager
    def run(cls, app: FastAPI, **options: Any) -> Iterator[Self]:
        """Run the application within the block; `options` of `TestClient`."""
        with TestClient(app, **options) as client:
            assert client.portal is not None
            yield cls(app, client.portal)

    @property
    def services(self) -> AppServices:
        services: AppServices = self.app.state.services
        return services

    @property
    def transactions(self) -> Transactions:
        return self.services.transactions

    @property
    def data_folder(self) -> Path:
        return self.services.settings.data_dir

    @contextmanager
    def _writing(self, session: Session | None) -> Iterator[Session]:
        """Join the transaction of the session, or run one."""
        if session is not None:
            yield session
            return
        with self.transactions.writing() as db:
            yield db

    def teacher(self, name: str = "Elena Rivera", *, session: Session | None = None) -> Teacher:
        with self._writing(session) as db:
            email = f"teacher{next(self._numbers)}@school.test"
            return teachers.register(db, name=name, email=email, password_hash=PASSWORD_HASH)

    def classroom(
        self, teacher: Teacher | None = None, name: str = "Room 12 Homeroom", *, session: Session | None = None
    ) -> Classroom:
        owner = teacher or self.teacher()
        with self._writing(session) as db:
            return create_classroom(db, teacher_actor(owner), name=name, grade_level="5th Grade")

    def invitation(self, classroom: Classroom) -> str:
        """Make an invitation to join the class and return its code."""
        with self.transactions.writing() as db:
            invited_to = db.get_one(Classroom, classroom.id)
            return members.invite(db, Actor(classroom.teacher_id, "teacher", ""), invited_to).code

    def co_teacher(self, *classrooms: Classroom, name: str = "Marcus Hill") -> Teacher:
        """Create a teacher who joins these classes."""
        teacher = self.teacher(name)
        for classroom in classrooms:
            self.join(classroom, teacher)
        return teacher

    def join(self, classroom: Classroom, teacher: Teacher) -> None:
        """Make the teacher a co-teacher of the class."""
        code = self.invitation(classroom)
        with self.transactions.writing() as db:
            assert isinstance(members.join(db, teacher_actor(teacher), "127.0.0.1", code), Classroom)

    def leave(self, classroom: Classroom, teacher: Teacher) -> None:
        """End the membership of the teacher, who leaves the class."""
        with self.transactions.writing() as db:
            member = get_member(db, classroom.id, teacher.id)
            members.end(db, teacher_actor(teacher), member)

    def student(
        self,
        classroom: Classroom,
        first_name: str = "Amara",
        last_name: str = "Okafor",
        *,
        username: str | None = None,
        session: Session | None = None,
    ) -> Student:
        username = username or f"student{next(self._numbers)}"
        fields = students.StudentFields(first_name, last_name, username, PASSWORD_HASH)
        with self._writing(session) as db:
            return students.create(db, classroom, fields)

    def switch_pictures(self, classroom: Classroom, *, on: bool = True) -> None:
        """Switch the class's sign-in with pictures."""
        with self.transactions.writing() as db:
            actor = Actor(classroom.teacher_id, "teacher", "")
            picture_sign_in.switch(db, actor, db.get_one(Classroom, classroom.id), on=on)

    def pictures_of(self, student: Student) -> list[str]:
        with self.open_session() as db:
            found = pictures.find(db, student.id)
            assert found is not None
            assert found.pictures is not None
            return found.pictures

    def goal(
        self, student: Student, name: str = "Read for 20 minutes", goalbucks: int = 25, *, due_date: date | None = None
    ) -> Goal:
        fields = GoalFields(name, goalbucks, due_date)
        with self.transactions.writing() as db:
            return goals.assign(db, db.get_one(Classroom, student.classroom_id), student.id, fields)

    def assignment(self, *students: Student, name: str = "Read for 20 minutes", goalbucks: int = 25) -> str:
        """Assign a goal to these students of one class and return the assignment's id."""
        fields = GoalFields(name, goalbucks, None)
        student_ids = [student.id for student in students]
        with self.transactions.writing() as db:
            classroom = db.get_one(Classroom, students[0].classroom_id)
            assignment_id, _ = goals.assign_to_many(db, classroom, student_ids, fields)
            return assignment_id

    def series(self, classroom: Classroom, *students: Student, name: str = "Tidy desk", in_days: int = 0) -> GoalSeries:
        """Create a goal that repeats every day for a week, for these students, or for everybody in the class.

        Its first day is `in_days` from today.
        """
        today = clock.local_date() + timedelta(days=in_days)
        student_ids = [student.id for student in students] or None
        fields = SeriesFields(name, 5, WEEKDAYS, today, today + timedelta(days=7), student_ids)
        with self.transactions.writing() as db:
            return series.create(db, db.get_one(Classroom, classroom.id), fields)

    def submission(self, goal: Goal, text: str = "I read every night") -> Submission:
        proof = submissions.ProofSubmission(goal.id, goal.student_id, goal.classroom_id, text)
        with self.transactions.writing() as db:
            return submissions.submit(db, Actor(goal.student_id, "student", ""), proof, None)

    def group(self, classroom: Classroom, name: str, *students: Student) -> StudentGroup:
        with self.transactions.writing() as db:
            ids = [student.id for student in students]
            return groups.create(db, db.get_one(Classroom, classroom.id), name, ids)

    def completed_goal(self, student: Student, name: str = "Spelling list", goalbucks: int = 25) -> Goal:
        goal = self.goal(student, name, goalbucks)
        with self.transactions.writing() as db:
            kept = db.get_one(Goal, goal.id)
            actor = Actor(db.get_one(Classroom, goal.classroom_id).teacher_id, "teacher", "")
            submissions.complete_goal(db, actor, kept)
            return kept

    def ended_goal(self, student: Student, name: str = "Spelling list") -> Goal:
        return self.end_goal(self.goal(student, name, due_date=date(2026, 11, 20)).id, "missed")

    def end_goal(self, goal_id: str, reason: EndReason = "term") -> Goal:
        with self.transactions.writing() as db:
            (ended,) = submissions.end_goals(db, [db.get_one(Goal, goal_id)], reason)
            return ended

    def ledger_entry(self, student: Student, amount: int, reason: LedgerReason = "purchase") -> LedgerEntry:
        """Post a ledger entry with any reason."""
        with self.transactions.writing() as db:
            actor = Actor(db.get_one(Classroom, student.classroom_id).teacher_id, "teacher", "")
            posting = goalbucks.LedgerPosting(amount, reason, new_id(), "Stickers")
            return goalbucks.post(db, actor, student.id, posting)

    def award(self, student: Student, amount: int, reason: str = "Tidy desk") -> str:
        """Award goalbucks and return the award's id."""
        with self.transactions.writing() as db:
            classroom = db.get_one(Classroom, student.classroom_id)
            actor = Actor(classroom.teacher_id, "teacher", "")
            (entry,) = goalbucks.award(db, actor, classroom, [student.id], AwardFields(amount, reason))
            return entry.source_id

    def store_item(
        self, classroom: Classroom, name: str = "Pencil", goalbucks_cost: int = 5, stock: int | None = None
    ) -> StoreItem:
        fields = ItemFields(name, None, goalbucks_cost, stock)
        with self.transactions.writing() as db:
            return store.add_item(db, classroom, fields)

    def purchase(self, student: Student, item: StoreItem) -> Purchase:
        """Buy an item with the student's balance."""
        with self.transactions.writing() as db:
            return store.buy(db, Actor(student.id, "student", ""), item.id)

    def fulfilled_purchase(self, teacher: Teacher, purchase: Purchase) -> Purchase:
        with self.transactions.writing() as db:
            fulfilled = db.get_one(Purchase, purchase.id)
            store.fulfill(db, Actor(teacher.id, "teacher", ""), fulfilled)
            return fulfilled

    def class_goal(
        self, classroom: Classroom, name: str = "Movie afternoon", goalbucks: int = 100, until: date | None = None
    ) -> ClassGoal:
        actor = Actor(classroom.teacher_id, "teacher", "")
        with self.transactions.writing() as db:
            fields = ClassGoalFields(name, goalbucks, until)
            return class_goals.create(db, actor, db.get_one(Classroom, classroom.id), fields)

    def gift(self, student: Student, class_goal: ClassGoal, amount: int) -> ClassGoalGift:
        """Give to the class goal from the student's balance."""
        with self.transactions.writing() as db:
            goal = db.get_one(ClassGoal, class_goal.id)
            return class_goals.give(db, Actor(student.id, "student", ""), goal, amount)

    def suggestion(
        self, student: Student, name: str = "Swim 20 lengths", goalbucks: int = 15, description: str | None = None
    ) -> GoalSuggestion:
        with self.transactions.writing() as db:
            actor = Actor(student.id, "student", "")
            return suggestions.suggest(db, actor, name=name, goalbucks=goalbucks, description=description)

    def approved_suggestion(self, teacher: Teacher, suggestion: GoalSuggestion) -> GoalSuggestion:
        with self.transactions.writing() as db:
            approved = db.get_one(GoalSuggestion, suggestion.id)
            suggestions.approve(db, Actor(teacher.id, "teacher", ""), approved, ApprovalOverrides())
            return approved

    def client(self, *, base_url: str = LOCAL_URL, client_address: tuple[str, int] = ("127.0.0.1", 50000)) -> ApiClient:
        """Return a client without a session at this address."""
        return ApiClient(self.app, self.portal, base_url, client_address)

    def anonymous_client(self) -> ApiClient:
        """Return a client without a session on the class computer."""
        return self.client()

    def lan_client(self, address: str = STUDENT_ADDRESS[0]) -> ApiClient:
        """Return a client without a session on a student device in the network."""
        return self.client(base_url=LAN_URL, client_address=(address, STUDENT_ADDRESS[1]))

    def client_for(
        self, person: Teacher | Student, browser: ApiClient | None = None, *, session: Session | None = None
    ) -> ApiClient:
        """Return a client with a session: a teacher's on the class computer, a student's on another device."""
        is_teacher = isinstance(person, Teacher)
        used = browser or (self.anonymous_client() if is_teacher else self.lan_client())
        with self._writing(session) as db:
            role: AccountRole = "teacher" if is_teacher else "student"
            token = create_session(db, role, person.id, SigningInBrowser(is_local=is_teacher)).token
        used.http.cookies.set(SESSION_COOKIE, token)
        return used

    def login_card(self, student: Student, address: str | None = LAN_URL) -> str:
        """Make a login card, which ends the student's sessions, and return its code."""
        with self.transactions.writing() as db:
            classroom = db.get_one(Classroom, student.classroom_id)
            issuer = CardIssuer(self.services.login_card_key, address)
            (card,) = make_cards(db, Actor(classroom.teacher_id, "teacher", ""), issuer, classroom, [student.id])
            return card.code

    def substitute_code(self, classroom: Classroom) -> str:
        """Make the substitute code of the class and return it."""
        with self.transactions.writing() as db:
            own = db.get_one(Classroom, classroom.id)
            return make_code(db, Actor(own.teacher_id, "teacher", ""), self.services.substitute_code_key, own)

    def substitute_client(self, classroom: Classroom, code: str | None = None, name: str = "Dana Cho") -> ApiClient:
        """Return a client on the class computer that has signed in as a substitute of the class."""
        browser = self.anonymous_client()
        body = {"code": code or self.substitute_code(classroom), "name": name}
        assert browser.post("/api/auth/substitute", body).status_code == 200
        return browser

    @contextmanager
    def pragma_on_connections(self, pragma: str) -> Iterator[None]:
        """Set a pragma of SQLite on every connection that is used within the block."""

        def prepare(connection: Any, *_: object) -> None:
            connection.execute(pragma)

        engine = self.transactions.engine
        event.listen(engine, "checkout", prepare)
        yield
        event.remove(engine, "checkout", prepare)

    def open_session(self) -> Session:
        """Open a database session for assertions."""
        return Session(self.transactions.engine)


def teacher_actor(teacher: Teacher) -> Actor:
    """Return the teacher as an actor of service calls."""
    return Actor(teacher.id, "teacher", "")
