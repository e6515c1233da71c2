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
from server.domain.classrooms.service import find_by_code, generate_code
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import email_key
from server.school.importing.accounts import TeacherAccount, load_accounts
from server.school.importing.errors import AccountNotFoundError, CopyAlreadyImportedError, NothingToImportError
from server.school.importing.relocation_marker import ImportRun
from server.school.importing.resolutions import ChangeEmail, Merge, Resolution, Resolutions, Skip, SourceFolder
from server.school.importing.source import SourceSnapshot
from server.school.importing.tables import imported_tables, primary_key, without_teachers

ID_BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class AccountConflict:
    """A teacher of a folder whose e-mail or identity provider account exists at the school."""

    source: SourceSnapshot
    teacher: TeacherAccount
    taken_by: tuple[TeacherAccount, ...]
    email: str
    """The e-mail that the teacher would have at the school."""

    @property
    def can_change_email(self) -> bool:
        """Whether another e-mail resolves the conflict: not if the identity provider account is the same."""
        uid = self.teacher.provider_uid
        return uid is None or all(each.provider_uid != uid for each in self.taken_by)

    @property
    def can_merge(self) -> bool:
        """Whether the teacher can be merged: only into exactly one account."""
        return len(self.taken_by) == 1


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What one import run does with one folder; all IDs are those of the folder unless stated otherwise."""

    source: SourceSnapshot
    teachers: frozenset[str]
    """Teachers to import."""
    excluded_teachers: frozenset[str]
    """Teachers not to import: skipped, or imported by an earlier run."""
    merged: dict[str, str] = field(default_factory=dict)
    """Teacher ID to the ID of the school's account to merge into, including those of earlier runs."""
    emails: dict[str, str] = field(default_factory=dict)
    """Teacher ID to a new e-mail."""
    codes: dict[str, str] = field(default_factory=dict)
    """Class ID to a new class code."""

    def to_run(self) -> ImportRun:
        """Return the run as it is stored in the folder."""
        return ImportRun(tuple(sorted(self.teachers)), newest_row_id(self), self.merged, self.emails, self.codes)


def plan_of_run(source: SourceSnapshot, run: ImportRun) -> ImportPlan:
    """Rebuild the plan of an earlier run."""
    staying = frozenset(each.id for each in load_accounts(source.connection)).difference(run.teachers)
    return ImportPlan(source, frozenset(run.teachers), staying, run.merged, run.emails, run.codes)


def newest_row_id(plan: ImportPlan) -> str:
    """Return the greatest ID of all rows to import."""
    tables = [table for table in imported_tables() if primary_key(table).name == "id"]
    greatest = (select(func.max(table.c.id)).where(without_teachers(table, plan.excluded_teachers)) for table in tables)
    return max(plan.source.connection.scalar(each) or "" for each in greatest)


@dataclass(slots=True)
class ExistingKeys:
    """Unique values that are taken: at the school, or by folders planned before."""

    school: Session
    accounts: list[TeacherAccount] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)

    def find_accounts(self, key: str, provider_uid: str | None) -> tuple[TeacherAccount, ...]:
        """Find the accounts with the same e-mail or identity provider account."""
        same = Teacher.email_key == key
        if provider_uid is not None:
            same = or_(same, Teacher.provider_uid == provider_uid)
        existing = load_accounts(self.school.connection(), same)
        planned = (
            each
            for each in self.accounts
            if each.email_key == key or (provider_uid is not None and each.provider_uid == provider_uid)
        )
        return tuple({each.id: each for each in (*existing, *planned)}.values())

    def has_code(self, code: str) -> bool:
        """Whether a class has this code."""
        return code in self.codes or find_by_code(self.school, code) is not None


def plan_imports(
    folders: Sequence[SourceFolder], school: Connection, resolutions: Resolutions
) -> tuple[list[AccountConflict], list[ImportPlan]]:
    """Return the unresolved conflicts and the plans; a folder with nothing left to import has no plan.

    Raises `CopyAlreadyImportedError`, `AccountNotFoundError` and `NothingToImportError`.
    """
    conflicts: list[AccountConflict] = []
    with Session(school) as db:
        taken = ExistingKeys(db)
        plans = [plan for folder in folders if (plan := _plan(folder, taken, resolutions, conflicts))]
    if not conflicts:
        _require_merge_targets(plans, resolutions)
    return conflicts, plans


def _plan(
    folder: SourceFolder, taken: ExistingKeys, resolutions: Resolutions, conflicts: list[AccountConflict]
) -> ImportPlan | None:
    teachers = load_accounts(folder.source.connection)
    imported = {each.id for each in teachers if folder.run_of(each.id)}
    to_import = [each for each in teachers if each.id not in imported and _is_wanted(resolutions.get(each.id), folder)]
    if not to_import:
        if folder.runs:
            return None
        raise NothingToImportError(f"All teachers of {folder.source.folder} are left out: there is nothing to move.")
    moving = frozenset(each.id for each in to_import)
    staying = frozenset(each.id for each in teachers) - moving
    earlier = {teacher: account for each in folder.runs for teacher, account in each.merged.items()}
    plan = ImportPlan(folder.source, moving, staying, earlier)
    _require_no_copy(plan, taken)
    for teacher in to_import:
        _resolve_teacher(plan, teacher, taken, resolutions.get(teacher.id), conflicts)
    _assign_codes(plan, taken)
    return plan


def _is_wanted(resolution: Resolution | None, folder: SourceFolder) -> bool:
    """Whether to import the teacher.

    A teacher whom an earlier run skipped needs an explicit resolution, so that repeating a command changes nothing.
    """
    return not isinstance(resolution, Skip) and (resolution is not None or not folder.runs)


def _resolve_teacher(
    plan: ImportPlan,
    teacher: TeacherAccount,
    taken: ExistingKeys,
    resolution: Resolution | None,
    conflicts: list[AccountConflict],
) -> None:
    email = resolution.email if isinstance(resolution, ChangeEmail) else teacher.email
    others = taken.find_accounts(email_key(email), teacher.provider_uid)
    if not others:
        taken.accounts.append(TeacherAccount(teacher.id, teacher.name, email, email_key(email), teacher.provider_uid))
        if isinstance(resolution, ChangeEmail):
            plan.emails[teacher.id] = email
    elif isinstance(resolution, Merge) and len(others) == 1:
        plan.merged[teacher.id] = others[0].id
    else:
        conflicts.append(AccountConflict(plan.source, teacher, others, email))


def _assign_codes(plan: ImportPlan, taken: ExistingKeys) -> None:
    classes = select(Classroom.id, Classroom.class_code).where(Classroom.teacher_id.in_(plan.teachers))
    for classroom_id, code in plan.source.connection.execute(classes.order_by(Classroom.id)):
        if taken.has_code(code):
            plan.codes[classroom_id] = code = generate_code(taken.school, taken.codes)  # noqa: PLW2901 - the code that it gets
        taken.codes.add(code)


def _require_merge_targets(plans: Iterable[ImportPlan], resolutions: Resolutions) -> None:
    """Require an account for each merge.

    Of several folders with this teacher the first may create the account, so that finding it once is enough.
    """
    by_email: dict[str, list[bool]] = {}
    for plan in plans:
        for teacher in load_accounts(plan.source.connection):
            if teacher.id in plan.teachers and isinstance(resolutions.get(teacher.id), Merge):
                by_email.setdefault(teacher.email_key, []).append(teacher.id in plan.merged)
    for email, found in by_email.items():
        if not any(found):
            raise AccountNotFoundError(
                f"The school has no account with the e-mail {email}, so that nobody there is the same person. "
                "Leave the answer out, or have the teacher's e-mail changed first. Nothing was changed."
            )


def _require_no_copy(plan: ImportPlan, taken: ExistingKeys) -> None:
    """Refuse a copy of an imported folder, known by the IDs of its teachers, classes and students."""
    for model in (Teacher, Classroom, Student):
        table = cast("Table", model.__table__)
        ids = list(
            plan.source.connection.scalars(select(model.id).where(without_teachers(table, plan.excluded_teachers)))
        )
        existing = [
            found
            for start in range(0, len(ids), ID_BATCH_SIZE)
            for found in taken.school.scalars(select(model.id).where(model.id.in_(ids[start : start + ID_BATCH_SIZE])))
        ]
        if existing or not taken.ids.isdisjoint(ids):
            raise CopyAlreadyImportedError(
                f"The classes of the folder {plan.source.folder} are in the school's database already: they came with "
                "another copy of this folder, or from a computer on which its backup was restored. Two copies can't be "
                "brought together. Nothing was changed."
            )
        taken.ids.update(ids)
