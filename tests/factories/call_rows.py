"""The rows that the calls of calls.py are about, and the people who make them."""

from functools import cached_property

from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from server.security.recovery_codes import replace_code
from tests.factories.passwords import QUICK
from tests.factories.stored import name_of_backup
from tests.factories.world import Browser, World, teacher_actor

PEOPLE = ("anonymous", "student", "classmate", "outsider", "teacher", "other teacher", "teacher elsewhere")
"""The rows belong to `teacher` and `student`. `outsider`: a student of the other teacher's class.
`teacher elsewhere`: the owner's session, used from another device."""
RECOVERY_CODE = "ABCDE"


class Rows:
    """What the calls are about, each row made when it is first asked for."""

    def __init__(self, world: World) -> None:
        self.world = world

    @cached_property
    def teacher(self) -> Teacher:
        return self.world.teacher()

    @cached_property
    def other_teacher(self) -> Teacher:
        return self.world.teacher("Other Teacher")

    @cached_property
    def recovering(self) -> Teacher:
        """The teacher, who has a recovery code."""
        with self.world.transactions.writing() as db:
            replace_code(db, self.teacher.id, QUICK.hash(RECOVERY_CODE))
        return self.teacher

    @cached_property
    def backup(self) -> str:
        """The name of one that the computer has."""
        return name_of_backup(self.world)

    @cached_property
    def classroom(self) -> Classroom:
        return self.world.classroom(self.teacher)

    @cached_property
    def other_classroom(self) -> Classroom:
        return self.world.classroom(self.teacher, "Room 13")

    @cached_property
    def student(self) -> Student:
        return self.world.student(self.classroom)

    @cached_property
    def classmate(self) -> Student:
        return self.world.student(self.classroom, "Diego", "Ramirez")

    @cached_property
    def outsider(self) -> Student:
        return self.world.student(self.world.classroom(self.other_teacher), "Isla", "Patel")

    @cached_property
    def goal(self) -> Goal:
        return self.world.goal(self.student)

    @cached_property
    def completed(self) -> Goal:
        return self.world.completed_goal(self.student)

    @cached_property
    def assignment(self) -> str:
        return self.world.assignment(self.student, self.classmate)

    @cached_property
    def award(self) -> str:
        return self.world.award(self.student, 5)

    @cached_property
    def submission(self) -> Submission:
        return self.world.submission(self.world.goal(self.student, "Write a letter"))

    @cached_property
    def denied_submission(self) -> Submission:
        sent = self.world.submission(self.world.goal(self.student, "Write a poem"))
        with self.world.transactions.writing() as db:
            denied = db.get_one(Submission, sent.id)
            decision = submissions.Review("denied", "Blurred")
            submissions.review(db, teacher_actor(self.teacher), denied, decision)
            return denied

    @cached_property
    def item(self) -> StoreItem:
        """For which the student has the goalbucks."""
        assert self.completed.student_id == self.student.id
        return self.world.item(self.classroom)

    @cached_property
    def purchase(self) -> Purchase:
        return self.world.purchase(self.student, self.item)

    @cached_property
    def fulfilled_purchase(self) -> Purchase:
        return self.world.fulfilled_purchase(self.teacher, self.world.purchase(self.student, self.item))

    @cached_property
    def suggestion(self) -> GoalSuggestion:
        return self.world.suggestion(self.student, "Swim", 5)

    @cached_property
    def approved_suggestion(self) -> GoalSuggestion:
        return self.world.approved_suggestion(self.teacher, self.world.suggestion(self.student, "Skate", 5))

    def browser(self, person: str) -> Browser:
        if person == "anonymous":
            return self.world.visitor()
        if person == "teacher elsewhere":
            return self.world.signed_in(self.teacher, self.world.device())
        return self.world.signed_in(getattr(self, person.replace(" ", "_")))
