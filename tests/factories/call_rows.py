"""Rows used by the example requests of calls.py, and the roles that send them."""

from functools import cached_property

from server.domain.class_goals.models import ClassGoal
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup
from server.domain.series.models import GoalSeries
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review, Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from server.security.recovery_codes import replace_code
from server.security.sessions import SESSION_COOKIE, SigningInBrowser, SignInSession, create_session
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp, teacher_actor
from tests.factories.passwords import FAST_ARGON2ID
from tests.factories.snapshots import make_backup

TEACHERS = ("teacher", "co-teacher", "other teacher", "former co-teacher", "invited teacher")
"""The rows belong to `teacher`, whose classes `co-teacher` has joined, `former co-teacher` has left, and
`invited teacher` has an invitation to join."""
SUBSTITUTES = ("substitute", "ended substitute")
"""Of the class of `teacher`; the session of `ended substitute` was ended."""
ROLES = ("anonymous", "student", "classmate", "outsider", *TEACHERS, "teacher on another device", *SUBSTITUTES)
"""The rows are about `student`. `outsider`: a student of the other teacher's class.
`teacher on another device`: the same account as `teacher`, used from another device."""
RECOVERY_CODE = "ABCDE"


def attribute_of(role: str) -> str:
    """Return the attribute of `CallRows` with this role's account."""
    return role.replace(" ", "_").replace("-", "_")


class CallRows:
    """Rows used by the calls, created on first access."""

    def __init__(self, test_app: RunningApp) -> None:
        self.test_app = test_app

    @cached_property
    def teacher(self) -> Teacher:
        return self.test_app.teacher()

    @cached_property
    def other_teacher(self) -> Teacher:
        return self.test_app.teacher("Other Teacher")

    @cached_property
    def co_teacher(self) -> Teacher:
        return self.test_app.co_teacher(self.classroom, self.other_classroom, self.classroom_without_class_goal)

    @cached_property
    def member(self) -> Teacher:
        """Another co-teacher, whose membership the owner ends."""
        return self.test_app.co_teacher(self.classroom, name="Priya Raman")

    @cached_property
    def former_co_teacher(self) -> Teacher:
        former = self.test_app.co_teacher(self.classroom, name="Former Co-Teacher")
        self.test_app.leave(self.classroom, former)
        return former

    @cached_property
    def invited_teacher(self) -> Teacher:
        assert self.invitation
        return self.test_app.teacher("Invited Teacher")

    @cached_property
    def invitation(self) -> str:
        """The code of an invitation to join the class."""
        return self.test_app.invitation(self.classroom)

    @cached_property
    def outside_invitation(self) -> str:
        """The code of an invitation to join a class that none of these people teaches."""
        return self.test_app.invitation(self.test_app.classroom(self.test_app.teacher("Sam Whitfield")))

    @cached_property
    def teacher_with_recovery_code(self) -> Teacher:
        with self.test_app.transactions.writing() as db:
            replace_code(db, self.teacher.id, FAST_ARGON2ID.hash(RECOVERY_CODE))
        return self.teacher

    @cached_property
    def session(self) -> SignInSession:
        """A session of the teacher."""
        with self.test_app.transactions.writing() as db:
            create_session(db, "teacher", self.teacher.id, SigningInBrowser(is_local=True))
            return db.query(SignInSession).filter_by(teacher_id=self.teacher.id).order_by(SignInSession.id.desc())[0]

    @cached_property
    def backup(self) -> str:
        """The name of an existing backup."""
        return make_backup(self.test_app)

    @cached_property
    def classroom(self) -> Classroom:
        return self.test_app.classroom(self.teacher)

    @cached_property
    def other_classroom(self) -> Classroom:
        return self.test_app.classroom(self.teacher, "Room 13")

    @cached_property
    def student(self) -> Student:
        return self.test_app.student(self.classroom)

    @cached_property
    def classmate(self) -> Student:
        return self.test_app.student(self.classroom, "Diego", "Ramirez")

    @cached_property
    def student_elsewhere(self) -> Student:
        """A student of the teacher's other class."""
        return self.test_app.student(self.other_classroom, "Mei", "Lin")

    @cached_property
    def card(self) -> tuple[Student, str]:
        """Another student with a login card, and its code: making it ends the student's sessions."""
        student = self.test_app.student(self.classroom, "Noor", "Ali")
        return student, self.test_app.login_card(student)

    @cached_property
    def substitute_code(self) -> str:
        """The substitute code of the class."""
        return self.test_app.substitute_code(self.classroom)

    @property
    def classroom_with_substitute_code(self) -> Classroom:
        """The class, after its substitute code was made."""
        assert self.substitute_code
        return self.classroom

    @cached_property
    def outsider(self) -> Student:
        return self.test_app.student(self.test_app.classroom(self.other_teacher), "Isla", "Patel")

    @cached_property
    def picture_classroom(self) -> Classroom:
        """The class of the student, which signs in with pictures."""
        assert self.student.classroom_id == self.classroom.id
        self.test_app.switch_pictures(self.classroom)
        return self.classroom

    @cached_property
    def pictures(self) -> list[str]:
        """The pictures of the student."""
        assert self.picture_classroom.id == self.student.classroom_id
        return self.test_app.pictures_of(self.student)

    @cached_property
    def group(self) -> StudentGroup:
        return self.test_app.group(self.classroom, "Blue readers", self.student)

    @cached_property
    def goal(self) -> Goal:
        return self.test_app.goal(self.student)

    @cached_property
    def completed_goal(self) -> Goal:
        return self.test_app.completed_goal(self.student)

    @cached_property
    def assignment(self) -> str:
        return self.test_app.assignment(self.student, self.classmate)

    @cached_property
    def series(self) -> GoalSeries:
        return self.test_app.series(self.classroom, in_days=1)

    @cached_property
    def award(self) -> str:
        return self.test_app.award(self.student, 5)

    @cached_property
    def submission(self) -> Submission:
        return self.test_app.submission(self.test_app.goal(self.student, "Write a letter"))

    @cached_property
    def denied_submission(self) -> Submission:
        sent = self.test_app.submission(self.test_app.goal(self.student, "Write a poem"))
        with self.test_app.transactions.writing() as db:
            denied = db.get_one(Submission, sent.id)
            decision = Review("denied", "Blurred")
            submissions.review(db, teacher_actor(self.teacher), denied, decision)
            return denied

    @cached_property
    def item_of_other_class(self) -> StoreItem:
        return self.test_app.store_item(self.other_classroom, "Sticker sheet", 10)

    @cached_property
    def item(self) -> StoreItem:
        """An item that the student can afford."""
        assert self.completed_goal.student_id == self.student.id  # creates the goal that pays for the item
        return self.test_app.store_item(self.classroom)

    @cached_property
    def purchase(self) -> Purchase:
        return self.test_app.purchase(self.student, self.item)

    @cached_property
    def fulfilled_purchase(self) -> Purchase:
        return self.test_app.fulfilled_purchase(self.teacher, self.test_app.purchase(self.student, self.item))

    @cached_property
    def class_goal(self) -> ClassGoal:
        """An open goal of the class, to which the student and a classmate can give; both have given."""
        goal = self.test_app.class_goal(self.classroom)
        for student in (self.student, self.classmate):
            self.test_app.award(student, 50)
            self.test_app.gift(student, goal, 10)
        return goal

    @cached_property
    def classroom_without_class_goal(self) -> Classroom:
        return self.test_app.classroom(self.teacher, "Room 14")

    @cached_property
    def reached_class_goal(self) -> ClassGoal:
        goal = ClassGoal(classroom_id=self.classroom.id, name="Longer recess", goalbucks=5, status="reached")
        with self.test_app.transactions.writing() as db:
            db.add(goal)
        return goal

    @cached_property
    def suggestion(self) -> GoalSuggestion:
        return self.test_app.suggestion(self.student, "Swim", 5)

    @cached_property
    def approved_suggestion(self) -> GoalSuggestion:
        return self.test_app.approved_suggestion(self.teacher, self.test_app.suggestion(self.student, "Skate", 5))

    def client(self, role: str) -> ApiClient:
        """Return a client that is signed in as this role."""
        if role == "anonymous":
            return self.test_app.anonymous_client()
        if role == "teacher on another device":
            return self.test_app.client_for(self.teacher, self.test_app.lan_client())
        if role == "substitute":
            return self.test_app.substitute_client(self.classroom, self.substitute_code)
        if role == "ended substitute":
            browser = self.test_app.substitute_client(self.classroom, self.substitute_code, "Noel Baker")
            token = browser.http.cookies[SESSION_COOKIE]
            assert browser.post("/api/auth/logout").status_code == 204
            browser.http.cookies.set(SESSION_COOKIE, token)
            return browser
        return self.test_app.client_for(getattr(self, attribute_of(role)))


def make_rows(test_app: RunningApp) -> CallRows:
    """Create all rows in advance, for tests that assert that calls change nothing."""
    rows = CallRows(test_app)
    for name, attribute in vars(CallRows).items():
        if isinstance(attribute, cached_property):
            getattr(rows, name)
    return rows
