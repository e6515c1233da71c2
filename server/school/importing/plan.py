"""Who is who: what of a folder is taken at the school already, and what becomes of it.

Ids are nobody's twice, unless the folder is a copy of one that has moved: then nothing moves. Unique besides are a
teacher's e-mail and the identity provider's name for it, where somebody has to say who is who, and a class's code,
where the class gets a new one. Usernames are a class's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from sqlalchemy import Connection, Table, func, or_, select
from sqlalchemy.orm import Session

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import find_by_code, new_code
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import email_key
from server.school.importing.accounts import Account, accounts
from server.school.importing.errors import CopyMovedError, NobodyThereError, NothingToMoveError
from server.school.importing.relocation_marker import Round
from server.school.importing.resolutions import Answer, Answers, Laptop, LeaveOut, OtherEmail, SamePerson
from server.school.importing.source import Source
from server.school.importing.tables import key_of, moving_tables, of_all_but

IDS_AT_ONCE = 500


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
    """What becomes of one folder in one round."""

    source: Source
    teachers: frozenset[str]
    """Who moves."""
    staying: frozenset[str]
    """Who doesn't: now, or any more."""
    merged: dict[str, str] = field(default_factory=dict)
    """Teachers who have an account at the school, and its id; those of earlier rounds, too."""
    emails: dict[str, str] = field(default_factory=dict)
    """Teachers who sign in with another e-mail."""
    codes: dict[str, str] = field(default_factory=dict)
    """Classes that get another code."""

    def as_round(self) -> Round:
        """To be remembered in the folder."""
        return Round(tuple(sorted(self.teachers)), newest_of(self), self.merged, self.emails, self.codes)


def plan_before(source: Source, past: Round) -> Plan:
    """What an earlier command did."""
    staying = frozenset(each.id for each in accounts(source.rows)).difference(past.teachers)
    return Plan(source, frozenset(past.teachers), staying, past.merged, past.emails, past.codes)


def newest_of(plan: Plan) -> str:
    """The greatest id of all rows that move."""
    tables = [table for table in moving_tables() if key_of(table).name == "id"]
    greatest = (select(func.max(table.c.id)).where(of_all_but(table, plan.staying)) for table in tables)
    return max(plan.source.rows.scalar(each) or "" for each in greatest)


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
        there = accounts(self.school.connection(), same)
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
    laptops: Sequence[Laptop], school: Connection, answers: Answers
) -> tuple[list[Clash], list[Plan]]:
    """What somebody has to say first, and what happens then; no plan for a folder that has moved and stays so.

    `CopyMovedError`, `NobodyThereError`.
    """
    clashes: list[Clash] = []
    with Session(school) as db:
        taken = Taken(db)
        plans = [plan for laptop in laptops if (plan := _plan(laptop, taken, answers, clashes))]
    if not clashes:
        _require_somebody_there(plans, answers)
    return clashes, plans


def _plan(laptop: Laptop, taken: Taken, answers: Answers, clashes: list[Clash]) -> Plan | None:
    teachers = accounts(laptop.source.rows)
    there = {each.id for each in teachers if laptop.round_of(each.id)}
    coming = [each for each in teachers if each.id not in there and _comes(answers.get(each.id), laptop)]
    if not coming:
        if laptop.rounds:
            return None
        raise NothingToMoveError(f"All teachers of {laptop.source.folder} are left out: there is nothing to move.")
    moving = frozenset(each.id for each in coming)
    staying = frozenset(each.id for each in teachers) - moving
    before = {teacher: account for each in laptop.rounds for teacher, account in each.merged.items()}
    plan = Plan(laptop.source, moving, staying, before)
    _require_no_copy(plan, taken)
    for teacher in coming:
        _admit(plan, teacher, taken, answers.get(teacher.id), clashes)
    _give_codes(plan, taken)
    return plan


def _comes(answer: Answer | None, laptop: Laptop) -> bool:
    """Whoever was left out before comes only when somebody says so: the same command may be given again."""
    return not isinstance(answer, LeaveOut) and (answer is not None or not laptop.rounds)


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


def _give_codes(plan: Plan, taken: Taken) -> None:
    classes = select(Classroom.id, Classroom.class_code).where(Classroom.teacher_id.in_(plan.teachers))
    for classroom_id, code in plan.source.rows.execute(classes.order_by(Classroom.id)):
        if taken.has_code(code):
            plan.codes[classroom_id] = code = new_code(taken.school, taken.codes)  # noqa: PLW2901 - the one it has
        taken.codes.add(code)


def _require_somebody_there(plans: Iterable[Plan], answers: Answers) -> None:
    """Of several folders it may be the first that brings the account; one of them has to find it."""
    by_email: dict[str, list[bool]] = {}
    for plan in plans:
        for teacher in accounts(plan.source.rows):
            if teacher.id in plan.teachers and isinstance(answers.get(teacher.id), SamePerson):
                by_email.setdefault(teacher.email_key, []).append(teacher.id in plan.merged)
    for email, found in by_email.items():
        if not any(found):
            raise NobodyThereError(
                f"The school has no account with the e-mail {email}, so that nobody there is the same person. "
                "Leave the answer out, or have the teacher's e-mail changed first. Nothing was changed."
            )


def _require_no_copy(plan: Plan, taken: Taken) -> None:
    """Teachers, classes and students are enough to know a copy by: they outlast what is below them."""
    for model in (Teacher, Classroom, Student):
        table = cast("Table", model.__table__)
        ids = list(plan.source.rows.scalars(select(model.id).where(of_all_but(table, plan.staying))))
        there = [
            found
            for begin in range(0, len(ids), IDS_AT_ONCE)
            for found in taken.school.scalars(select(model.id).where(model.id.in_(ids[begin : begin + IDS_AT_ONCE])))
        ]
        if there or not taken.ids.isdisjoint(ids):
            raise CopyMovedError(
                f"The classes of the folder {plan.source.folder} are in the school's database already: they came with "
                "another copy of this folder, or from a computer on which its backup was restored. Two copies can't be "
                "brought together. Nothing was changed."
            )
        taken.ids.update(ids)
