"""Who is who: what of a folder is taken at the school already, and what becomes of it.

Ids are nobody's twice, unless the folder is a copy of one that has moved: then nothing moves. Unique besides are a
teacher's e-mail and the identity provider's name for it, where somebody has to say who is who, and a class's code,
where the class gets a new one. Usernames are a class's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, or_, select
from sqlalchemy.orm import Session

from server.classrooms.models import Classroom
from server.classrooms.service import find_by_code, new_code
from server.moving.errors import CopyMovedError, NothingToMoveError
from server.moving.source import Source
from server.students.models import Student
from server.teachers.models import Teacher
from server.teachers.service import email_key

IDS_AT_ONCE = 500
_ACCOUNTS = select(Teacher.id, Teacher.name, Teacher.email, Teacher.email_key, Teacher.provider_uid)


@dataclass(frozen=True, slots=True)
class SamePerson:
    """The classes go to the account that is there."""


@dataclass(frozen=True, slots=True)
class OtherEmail:
    """Two people: this one signs in with another e-mail from now on."""

    email: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """This teacher and its classes stay on the laptop."""


Answer = SamePerson | OtherEmail | LeaveOut
Answers = Mapping[str, Answer]
"""By the teacher's id in its folder."""


@dataclass(frozen=True, slots=True)
class Account:
    """A teacher, as far as it tells who it is."""

    id: str
    name: str
    email: str
    email_key: str
    provider_uid: str | None


@dataclass(frozen=True, slots=True)
class Clash:
    """A teacher of a folder whose e-mail, or whose account with the identity provider, is taken."""

    source: Source
    teacher: Account
    taken_by: tuple[Account, ...]
    email: str
    """The one that is taken, or would be."""

    @property
    def may_be_two_people(self) -> bool:
        """The identity provider's accounts are one person's each."""
        uid = self.teacher.provider_uid
        return uid is None or all(each.provider_uid != uid for each in self.taken_by)

    @property
    def may_be_one_person(self) -> bool:
        """Two accounts can't become one here."""
        return len(self.taken_by) == 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of one folder."""

    source: Source
    left_out: frozenset[str]
    """Teachers who stay."""
    merged: dict[str, str]
    """Teachers who have an account at the school, and its id."""
    emails: dict[str, str]
    """Teachers who sign in with another e-mail."""
    codes: dict[str, str]
    """Classes that get another code."""


@dataclass(slots=True)
class Taken:
    """What the school has, and what the folders before have brought."""

    school: Session
    accounts: list[Account] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)

    def by(self, key: str, provider_uid: str | None) -> tuple[Account, ...]:
        """The accounts that this person would share something with."""
        same = Teacher.email_key == key
        if provider_uid is not None:
            same = or_(same, Teacher.provider_uid == provider_uid)
        there = [Account(*row) for row in self.school.execute(_ACCOUNTS.where(same))]
        coming = (
            each
            for each in self.accounts
            if each.email_key == key or (provider_uid is not None and each.provider_uid == provider_uid)
        )
        return tuple({each.id: each for each in (*there, *coming)}.values())

    def has_code(self, code: str) -> bool:
        """Whether a class has it."""
        return code in self.codes or find_by_code(self.school, code) is not None


def clashes_and_plans(
    sources: Sequence[Source], school: Connection, answers: Answers
) -> tuple[list[Clash], list[Plan]]:
    """What somebody has to say first, and what happens then. `CopyMovedError`."""
    clashes: list[Clash] = []
    with Session(school) as db:
        taken = Taken(db)
        plans = [_plan(source, taken, answers, clashes) for source in sources]
    return clashes, plans


def teachers_of(source: Source) -> list[Account]:
    """All of a folder, the oldest account first."""
    return [Account(*row) for row in source.rows.execute(_ACCOUNTS.order_by(Teacher.id))]


def _plan(source: Source, taken: Taken, answers: Answers, clashes: list[Clash]) -> Plan:
    _require_no_copy(source, taken)
    teachers = teachers_of(source)
    left_out = frozenset(each.id for each in teachers if isinstance(answers.get(each.id), LeaveOut))
    if len(left_out) == len(teachers):
        raise NothingToMoveError(f"All teachers of {source.folder} are left out: there is nothing to move.")
    plan = Plan(source, left_out, {}, {}, {})
    for teacher in teachers:
        if teacher.id not in plan.left_out:
            _admit(plan, teacher, taken, answers.get(teacher.id), clashes)
    classes = select(Classroom.id, Classroom.class_code).where(Classroom.teacher_id.not_in(plan.left_out))
    for classroom_id, code in source.rows.execute(classes.order_by(Classroom.id)):
        if taken.has_code(code):
            plan.codes[classroom_id] = code = new_code(taken.school, taken.codes)  # noqa: PLW2901 - the one it has
        taken.codes.add(code)
    return plan


def _admit(plan: Plan, teacher: Account, taken: Taken, answer: Answer | None, clashes: list[Clash]) -> None:
    email = answer.email if isinstance(answer, OtherEmail) else teacher.email
    others = taken.by(email_key(email), teacher.provider_uid)
    if not others:
        taken.accounts.append(Account(teacher.id, teacher.name, email, email_key(email), teacher.provider_uid))
        if isinstance(answer, OtherEmail):
            plan.emails[teacher.id] = email
    elif isinstance(answer, SamePerson) and len(others) == 1:
        plan.merged[teacher.id] = others[0].id
    else:
        clashes.append(Clash(plan.source, teacher, others, email))


def _require_no_copy(source: Source, taken: Taken) -> None:
    """Teachers, classes and students are enough to know a copy by: they outlast what is below them."""
    for model in (Teacher, Classroom, Student):
        ids = list(source.rows.scalars(select(model.id)))
        there = [
            found
            for begin in range(0, len(ids), IDS_AT_ONCE)
            for found in taken.school.scalars(select(model.id).where(model.id.in_(ids[begin : begin + IDS_AT_ONCE])))
        ]
        if there or not taken.ids.isdisjoint(ids):
            raise CopyMovedError(
                f"The classes of the folder {source.folder} are in the school's database already: they came with "
                "another copy of this folder, or from a computer on which its backup was restored. Two copies can't be "
                "brought together. Nothing was changed."
            )
        taken.ids.update(ids)
