"""Resolutions of account conflicts, which the user gives by teacher's e-mail."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.domain.teachers.service import email_key
from server.school.importing.accounts import TeacherAccount, load_accounts
from server.school.importing.errors import AlreadyResolvedError, ConflictingResolutionError, UnknownSourceTeacherError
from server.school.importing.relocation_marker import ImportRun
from server.school.importing.source import SourceSnapshot


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge into the school's account: the teacher's classes go to it."""


@dataclass(frozen=True, slots=True)
class ChangeEmail:
    """Two different people: import the teacher with another e-mail."""

    email: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Don't import this teacher and the teacher's classes for now."""


@dataclass(frozen=True, slots=True)
class ImportSkipped:
    """Import a teacher whom an earlier run skipped."""


Resolution = Merge | ChangeEmail | Skip | ImportSkipped
Resolutions = Mapping[str, Resolution]
"""By the teacher's ID in the folder."""


@dataclass(frozen=True, slots=True)
class SourceFolder:
    """A data folder's snapshot, and the runs that are recorded at the school."""

    source: SourceSnapshot
    runs: tuple[ImportRun, ...]

    def run_of(self, teacher_id: str) -> ImportRun | None:
        """Return the run that imported this teacher, or None."""
        return next((each for each in self.runs if teacher_id in each.teachers), None)


def resolve(
    resolutions_by_email: Sequence[tuple[str, Resolution]], folders: Sequence[SourceFolder]
) -> dict[str, Resolution]:
    """Map resolutions by e-mail to teacher IDs, leaving out teachers who are imported already.

    Raises `UnknownSourceTeacherError`, `ConflictingResolutionError` and `AlreadyResolvedError`.
    """
    teachers = [(folder, teacher) for folder in folders for teacher in load_accounts(folder.source.connection)]
    resolutions: dict[str, Resolution] = {}
    for email, resolution in resolutions_by_email:
        matches = [each for each in teachers if each[1].email_key == email_key(email)]
        if not matches:
            raise UnknownSourceTeacherError(f"No teacher of these folders has the e-mail {email}. Nothing was changed.")
        if any(resolutions.get(teacher.id, resolution) != resolution for _, teacher in matches):
            raise ConflictingResolutionError(
                f"There are two answers about {email}: give one of them. Nothing was changed."
            )
        resolutions |= {teacher.id: resolution for _, teacher in matches}
        _require_not_contradicted(resolution, matches)
    decided = {teacher.id for folder, teacher in teachers if folder.run_of(teacher.id)}
    return {teacher: resolution for teacher, resolution in resolutions.items() if teacher not in decided}


def _require_not_contradicted(resolution: Resolution, matches: Sequence[tuple[SourceFolder, TeacherAccount]]) -> None:
    """Refuse a resolution that every earlier import of the teacher contradicts; repeating a command is allowed."""
    contradictions = list(_contradictions(resolution, matches))
    if len(contradictions) == len(matches):
        raise AlreadyResolvedError(f"{' '.join(contradictions)} Leave the answer out. Nothing was changed.")


def _contradictions(resolution: Resolution, matches: Sequence[tuple[SourceFolder, TeacherAccount]]) -> Iterator[str]:
    for folder, teacher in matches:
        earlier = folder.run_of(teacher.id)
        if earlier and not _agrees(resolution, teacher.id, earlier):
            yield (
                f"{teacher.name} ({teacher.email}) of {folder.source.folder} has moved already, "
                f"{_describe_import(teacher.id, earlier)}: that stays as it is at the school."
            )


def _agrees(resolution: Resolution, teacher_id: str, earlier: ImportRun) -> bool:
    match resolution:
        case Merge():
            return teacher_id in earlier.merged
        case ChangeEmail(email):
            return email_key(earlier.emails.get(teacher_id, "")) == email_key(email)
        case Skip():
            return False
        case ImportSkipped():
            return True


def _describe_import(teacher_id: str, earlier: ImportRun) -> str:
    if teacher_id in earlier.merged:
        return "into the account at the school"
    email = earlier.emails.get(teacher_id)
    return f"with the e-mail {email}" if email else "with an account of its own"
