"""Plans imports: finds unique values of a folder that exist at the school, and resolves the conflicts.

IDs collide only if the folder is a copy of one that was imported: the import is refused. A teacher's e-mail and
identity provider account need a resolution by the user. A class code that is taken is replaced by a new one. Usernames
are unique within a class only.
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

ID_BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Clash:
    """A teacher of a folder whose e-mail or identity provider account exists at the school."""

    source: Source
    teacher: Account
    taken_by: tuple[Account, ...]
    email: str
    """The e-mail that the teacher would have at the school."""

    @property
    def may_be_two_people(self) -> bool:
        """Whether another e-mail resolves the conflict: not if the identity provider account is the same."""
        uid = self.teacher.provider_uid
        return uid is None or all(each.provider_uid != uid for each in self.taken_by)

    @property
    def may_be_one_person(self) -> bool:
        """Whether the teacher can be merged: only into exactly one account."""
        return len(self.taken_by) == 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What one import run does with one folder; all IDs are those of the folder unless stated otherwise."""

    source: Source
    teachers: frozenset[str]
    """Teachers to import."""
    staying: frozenset[str]
    """Teachers not to import: skipped, or imported by an earlier run."""
    merged: dict[str, str] = field(default_factory=dict)
    """Teacher ID to the ID of the school's account to merge into, including those of earlier runs."""
    emails: dict[str, str] = field(default_factory=dict)
    """Teacher ID to a new e-mail."""
    codes: dict[str, str] = field(default_factory=dict)
    """Class ID to a new class code."""

    def as_round(self) -> Round:
        """Return the run as it is stored in the folder."""
        return Round(tuple(sorted(self.teachers)), newest_of(self), self.merged, self.emails, self.codes)


def plan_before(source: Source, past: Round) -> Plan:
    """Rebuild the plan of an earlier run."""
    staying = frozenset(each.id for each in accounts(source.rows)).difference(past.teachers)
    return Plan(source, frozenset(past.teachers), staying, past.merged, past.emails, past.codes)


def newest_of(plan: Plan) -> str:
    """Return the greatest ID of all rows to import."""
    tables = [table for table in moving_tables() if key_of(table).name == "id"]
    greatest = (select(func.max(table.c.id)).where(of_all_but(table, plan.staying)) for table in tables)
    return max(plan.source.rows.scalar(each) or "" for each in greatest)


@dataclass(slots=True)
class ExistingKeys:
    """Unique values that are taken: at the school, or by folders planned before."""

    school: Session
    accounts: list[Account] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)

    def find_accounts(self, key: str, provider_uid: str | None) -> tuple[Account, ...]:
        """Find the accounts with the same e-mail or identity provider account."""
        same = Teacher.email_key == key
        if provider_uid is not None:
            same = or_(same, Teacher.provider_uid == provider_uid)
        existing = accounts(self.school.connection(), same)
        planned = (
            each
            for each in self.accounts
            if each.email_key == key or (provider_uid is not None and each.provider_uid == provider_uid)
        )
        return tuple({each.id: each for each in (*existing, *planned)}.values())

    def has_code(self, code: str) -> bool:
        """Whether a class has this code."""
        return code in self.codes or find_by_code(self.school, code) is not None


def clashes_and_plans(
    folders: Sequence[Laptop], school: Connection, resolutions: Answers
) -> tuple[list[Clash], list[Plan]]:
    """Return the unresolved conflicts and the plans; a folder with nothing left to import has no plan.

    Raises `CopyAlreadyImportedError`, `AccountNotFoundError` and `NothingToImportError`.
    """
    conflicts: list[Clash] = []
    with Session(school) as db:
        taken = ExistingKeys(db)
        plans = [plan for folder in folders if (plan := _plan(folder, taken, resolutions, conflicts))]
    if not conflicts:
        _require_merge_targets(plans, resolutions)
    return conflicts, plans


def _plan(folder: Laptop, taken: ExistingKeys, resolutions: Answers, conflicts: list[Clash]) -> Plan | None:
    teachers = accounts(folder.source.rows)
    imported = {each.id for each in teachers if folder.round_of(each.id)}
    to_import = [each for each in teachers if each.id not in imported and _is_wanted(resolutions.get(each.id), folder)]
    if not to_import:
        if folder.rounds:
            return None
        raise NothingToMoveError(f"All teachers of {folder.source.folder} are left out: there is nothing to move.")
    moving = frozenset(each.id for each in to_import)
    staying = frozenset(each.id for each in teachers) - moving
    earlier = {teacher: account for each in folder.rounds for teacher, account in each.merged.items()}
    plan = Plan(folder.source, moving, staying, earlier)
    _require_no_copy(plan, taken)
    for teacher in to_import:
        _resolve_teacher(plan, teacher, taken, resolutions.get(teacher.id), conflicts)
    _assign_codes(plan, taken)
    return plan


def _is_wanted(resolution: Answer | None, folder: Laptop) -> bool:
    """Whether to import the teacher.

    A teacher whom an earlier run skipped needs an explicit resolution, so that repeating a command changes nothing.
    """
    return not isinstance(resolution, LeaveOut) and (resolution is not None or not folder.rounds)


def _resolve_teacher(
    plan: Plan, teacher: Account, taken: ExistingKeys, resolution: Answer | None, conflicts: list[Clash]
) -> None:
    email = resolution.email if isinstance(resolution, OtherEmail) else teacher.email
    others = taken.find_accounts(email_key(email), teacher.provider_uid)
    if not others:
        taken.accounts.append(Account(teacher.id, teacher.name, email, email_key(email), teacher.provider_uid))
        if isinstance(resolution, OtherEmail):
            plan.emails[teacher.id] = email
    elif isinstance(resolution, SamePerson) and len(others) == 1:
        plan.merged[teacher.id] = others[0].id
    else:
        conflicts.append(Clash(plan.source, teacher, others, email))


def _assign_codes(plan: Plan, taken: ExistingKeys) -> None:
    classes = select(Classroom.id, Classroom.class_code).where(Classroom.teacher_id.in_(plan.teachers))
    for classroom_id, code in plan.source.rows.execute(classes.order_by(Classroom.id)):
        if taken.has_code(code):
            plan.codes[classroom_id] = code = new_code(taken.school, taken.codes)  # noqa: PLW2901 - the code that it gets
        taken.codes.add(code)


def _require_merge_targets(plans: Iterable[Plan], resolutions: Answers) -> None:
    """Require an account for each merge.

    Of several folders with this teacher the first may create the account, so that finding it once is enough.
    """
    by_email: dict[str, list[bool]] = {}
    for plan in plans:
        for teacher in accounts(plan.source.rows):
            if teacher.id in plan.teachers and isinstance(resolutions.get(teacher.id), SamePerson):
                by_email.setdefault(teacher.email_key, []).append(teacher.id in plan.merged)
    for email, found in by_email.items():
        if not any(found):
            raise NobodyThereError(
                f"The school has no account with the e-mail {email}, so that nobody there is the same person. "
                "Leave the answer out, or have the teacher's e-mail changed first. Nothing was changed."
            )


def _require_no_copy(plan: Plan, taken: ExistingKeys) -> None:
    """Refuse a copy of an imported folder, known by the IDs of its teachers, classes and students."""
    for model in (Teacher, Classroom, Student):
        table = cast("Table", model.__table__)
        ids = list(plan.source.rows.scalars(select(model.id).where(of_all_but(table, plan.staying))))
        existing = [
            found
            for start in range(0, len(ids), ID_BATCH_SIZE)
            for found in taken.school.scalars(select(model.id).where(model.id.in_(ids[start : start + ID_BATCH_SIZE])))
        ]
        if existing or not taken.ids.isdisjoint(ids):
            raise CopyMovedError(
                f"The classes of the folder {plan.source.folder} are in the school's database already: they came with "
                "another copy of this folder, or from a computer on which its backup was restored. Two copies can't be "
                "brought together. Nothing was changed."
            )
        taken.ids.update(ids)
