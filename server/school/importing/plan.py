"""Plans imports: finds unique values of the folders that exist at the school, and applies the user's resolutions.

IDs collide only if the folder is a copy of one that was imported: the import is refused. A teacher whose e-mail or
identity provider account exists needs a resolution by the user. A class code that is taken is replaced by a new one.
Usernames are unique within a class only.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import Connection, Table, func, or_, select
from sqlalchemy.orm import Session

from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.service import generate_code, is_code_used
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import email_key
from server.school.importing import folder_state
from server.school.importing.accounts import TeacherAccount, load_accounts
from server.school.importing.errors import ImportRefusedError
from server.school.importing.folder_state import ImportState, TeacherImport
from server.school.importing.imported_tables import imported_tables, owned_by, primary_key
from server.school.importing.models import ImportRecord
from server.school.importing.resolutions import Merge, Resolution, Resolutions, Skip, collect_resolutions
from server.school.importing.source import SourceSnapshot

ID_BATCH_SIZE = 500
CONFLICTS = (
    "Some teachers of these folders have an account at the school already. Nothing was changed. "
    "Run the same command again with one of these options for each:"
)
OTHER_PERSON = (
    "Is it another person's account? Let the teacher register at the school first, with another e-mail: "
    "--merge EMAIL=OTHER takes the classes to the account with the e-mail OTHER."
)


@dataclass(frozen=True, slots=True)
class RecordedImport:
    """A teacher's import whose rows are at the school; `finished_at` is None until the images are verified."""

    moved_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Actions of a command on one folder; all IDs are those of the folder unless stated otherwise."""

    source: SourceSnapshot
    recorded: Mapping[str, RecordedImport]
    """Imports by earlier commands, by the teacher's ID."""
    imports: Mapping[str, TeacherImport]
    """The recorded imports and those to make now, by the teacher's ID."""

    @property
    def new(self) -> set[str]:
        """Teachers whose rows are to be imported."""
        return self.imports.keys() - self.recorded.keys()

    @property
    def pending(self) -> set[str]:
        """Teachers whose images are to be imported or verified."""
        return self.new.union(teacher for teacher, each in self.recorded.items() if each.finished_at is None)

    @property
    def merged(self) -> dict[str, str]:
        """Teacher ID to the ID of the school's account, for the teachers who were merged or are to be."""
        return {teacher: each.account for teacher, each in self.imports.items() if each.account != teacher}

    def account_of(self, teacher: str) -> str | None:
        """Return the ID of the teacher's account at the school; None if the teacher doesn't come along."""
        return self.imports[teacher].account if teacher in self.imports else None

    @property
    def codes(self) -> dict[str, str]:
        """Class ID to the new class code."""
        return {classroom: code for each in self.imports.values() for classroom, code in each.codes.items()}

    def is_folder_used_since(self) -> bool:
        """Whether the folder has rows of imported teachers that were created after their import."""
        return any(newest_row_id(self.source, teacher) > self.imports[teacher].newest for teacher in self.recorded)


def newest_row_id(source: SourceSnapshot, teacher_id: str) -> str:
    """Return the greatest ID of the teacher's rows."""
    tables = [table for table in imported_tables() if primary_key(table).name == "id"]
    greatest = (select(func.max(table.c.id)).where(owned_by(table, [teacher_id])) for table in tables)
    return max(source.connection.scalar(each) or "" for each in greatest)


def plan_imports(
    sources: Sequence[SourceSnapshot], school: Connection, resolutions: Iterable[tuple[str, Resolution]]
) -> list[ImportPlan]:
    """Return a plan for each folder.

    Raises `ImportRefusedError` for a copy of an imported folder, unresolved conflicts, and invalid resolutions.
    """
    collected = collect_resolutions(resolutions, [teacher for each in sources for teacher in each.teachers])
    with Session(school) as db:
        planner = _Planner(db, collected)
        plans = [planner.plan(each) for each in sources]
    planner.require_resolved()
    return plans


class _Planner:
    """Plans one folder after the other: the accounts, class codes and IDs of those before are taken, too."""

    def __init__(self, school: Session, resolutions: Resolutions) -> None:
        self._school = school
        self._resolutions = resolutions
        self._accounts: list[TeacherAccount] = []
        self._codes: set[str] = set()
        self._ids: set[str] = set()
        self._conflicts: list[str] = []
        self._applied_resolutions: set[str] = set()
        self._resolution_problems: dict[str, str] = {}

    def plan(self, source: SourceSnapshot) -> ImportPlan:
        state = folder_state.read_state(source.folder)
        recorded = self._load_recorded(state)
        imports = {teacher: state.teachers[teacher] for teacher in recorded}
        for teacher in source.teachers:
            if teacher.id in recorded:
                self._check_resolution(source, teacher, imports[teacher.id])
        new = [each for each in source.teachers if each.id not in recorded and not self._is_skipped(each)]
        self._require_no_copy(source, [each.id for each in new])
        for teacher in new:
            newest = newest_row_id(source, teacher.id)
            imports[teacher.id] = TeacherImport(
                newest, self._choose_account(source, teacher), self._replace_codes(source, teacher)
            )
        return ImportPlan(source, recorded, imports)

    def require_resolved(self) -> None:
        """Refuse resolutions that apply to no teacher, then conflicts that have none."""
        for key, problem in self._resolution_problems.items():
            if key not in self._applied_resolutions:
                raise ImportRefusedError(problem)
        if self._conflicts:
            raise ImportRefusedError("\n".join([CONFLICTS, *self._conflicts, OTHER_PERSON]))

    def _load_recorded(self, state: ImportState) -> dict[str, RecordedImport]:
        teachers = {state.record_name(each): each for each in state.teachers}
        query = select(ImportRecord.source, ImportRecord.created_at, ImportRecord.finished_at)
        found = self._school.execute(query.where(ImportRecord.source.in_(teachers)))
        return {teachers[name]: RecordedImport(moved_at, finished_at) for name, moved_at, finished_at in found}

    def _check_resolution(self, source: SourceSnapshot, teacher: TeacherAccount, earlier: TeacherImport) -> None:
        """Note a resolution that contradicts the import; one that agrees may be repeated."""
        is_merged = earlier.account != teacher.id
        match self._resolutions.get(teacher.email_key):
            case None:
                return
            case Merge(account) if is_merged and (
                not account or earlier.account in {each.id for each in self._find_accounts(email_key(account))}
            ):
                self._applied_resolutions.add(teacher.email_key)
            case _:
                how = "into another account of the school" if is_merged else "with an account of its own"
                self._resolution_problems[teacher.email_key] = (
                    f"{teacher.name} ({teacher.email}) of {source.folder} has moved already, {how}, which can't be "
                    "changed. Run the command without this option. Nothing was changed."
                )

    def _is_skipped(self, teacher: TeacherAccount) -> bool:
        is_skipped = isinstance(self._resolutions.get(teacher.email_key), Skip)
        if is_skipped:
            self._applied_resolutions.add(teacher.email_key)
        return is_skipped

    def _choose_account(self, source: SourceSnapshot, teacher: TeacherAccount) -> str:
        """Return the ID of the teacher's account at the school; note a conflict."""
        resolution = self._resolutions.get(teacher.email_key)
        target = resolution.account if isinstance(resolution, Merge) else ""
        others = (
            self._find_accounts(email_key(target))
            if target
            else self._find_accounts(teacher.email_key, teacher.provider_uid)
        )
        if resolution and len(others) == 1:
            self._applied_resolutions.add(teacher.email_key)
            return others[0].id
        if others:
            self._conflicts.append(_describe_conflict(source, teacher, others))
            return teacher.id
        if resolution:
            # Of several folders with this teacher the first may create the account, so that one match is enough.
            self._resolution_problems[teacher.email_key] = (
                f"The school has no account with the e-mail {target or teacher.email}. Leave --merge out, "
                "or let the teacher register there first. Nothing was changed."
            )
        self._accounts.append(teacher)
        return teacher.id

    def _find_accounts(self, key: str, provider_uid: str | None = None) -> list[TeacherAccount]:
        """Find the accounts with the same e-mail or identity provider account."""
        same = Teacher.email_key == key
        if provider_uid is not None:
            same = or_(same, Teacher.provider_uid == provider_uid)
        planned = (
            each
            for each in self._accounts
            if each.email_key == key or (provider_uid is not None and each.provider_uid == provider_uid)
        )
        return [*load_accounts(self._school.connection(), same), *planned]

    def _replace_codes(self, source: SourceSnapshot, teacher: TeacherAccount) -> dict[str, str]:
        """Return new class codes for the teacher's classes whose code is taken, by class ID."""
        replaced = {}
        classes = select(Classroom.id, Classroom.class_code).where(is_owned_by(teacher.id))
        for classroom_id, code in source.connection.execute(classes.order_by(Classroom.id)):
            new = code
            if code in self._codes or is_code_used(self._school, code):
                new = replaced[classroom_id] = generate_code(self._school, self._codes)
            self._codes.add(new)
        return replaced

    def _require_no_copy(self, source: SourceSnapshot, teachers: Collection[str]) -> None:
        """Refuse a copy of an imported folder, known by the IDs of its teachers, classes and students."""
        for model in (Teacher, Classroom, Student):
            condition = owned_by(cast("Table", model.__table__), teachers)
            ids = list(source.connection.scalars(select(model.id).where(condition)))
            batches = (ids[start : start + ID_BATCH_SIZE] for start in range(0, len(ids), ID_BATCH_SIZE))
            if not self._ids.isdisjoint(ids) or any(
                self._school.scalar(select(model.id).where(model.id.in_(batch)).limit(1)) for batch in batches
            ):
                raise ImportRefusedError(
                    f"The classes of the folder {source.folder} are in the school's database already: they were "
                    "moved from another copy of this folder, or from a computer on which its backup was restored. Two "
                    "copies can't be merged. Nothing was changed."
                )
            self._ids.update(ids)


def _describe_conflict(source: SourceSnapshot, teacher: TeacherAccount, others: Sequence[TeacherAccount]) -> str:
    accounts = " and ".join(f"{each.name} ({each.email}{', disabled' if each.disabled else ''})" for each in others)
    merge = teacher.email if len(others) == 1 else f"{teacher.email}=EMAIL"
    return (
        f"  {teacher.name} ({teacher.email}) of {source.folder}: the school has {accounts}.\n"
        f"    --merge {merge}   the same person: the classes go to the existing account\n"
        f"    --skip {teacher.email}   this teacher and the classes stay here for now"
    )
