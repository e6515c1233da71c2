"""Resolutions of account conflicts, which the user gives by teacher's e-mail."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.domain.teachers.service import email_key
from server.school.importing.accounts import Account, accounts
from server.school.importing.errors import DecidedOtherwiseError, TwoAnswersError, UnknownTeacherError
from server.school.importing.relocation_marker import Round
from server.school.importing.source import Source


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Merge into the school's account: the teacher's classes go to it."""


@dataclass(frozen=True, slots=True)
class OtherEmail:
    """Two different people: import the teacher with another e-mail."""

    email: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Don't import this teacher and the teacher's classes for now."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Import a teacher whom an earlier run skipped."""


Answer = SamePerson | OtherEmail | LeaveOut | Follow
Answers = Mapping[str, Answer]
"""By the teacher's ID in the folder."""


@dataclass(frozen=True, slots=True)
class Laptop:
    """A data folder's snapshot, and the runs that are recorded at the school."""

    source: Source
    rounds: tuple[Round, ...]

    def round_of(self, teacher_id: str) -> Round | None:
        """Return the run that imported this teacher, or None."""
        return next((each for each in self.rounds if teacher_id in each.teachers), None)


def meant(resolutions_by_email: Sequence[tuple[str, Answer]], folders: Sequence[Laptop]) -> dict[str, Answer]:
    """Map resolutions by e-mail to teacher IDs, leaving out teachers who are imported already.

    Raises `UnknownSourceTeacherError`, `ConflictingResolutionError` and `AlreadyResolvedError`.
    """
    teachers = [(folder, teacher) for folder in folders for teacher in accounts(folder.source.rows)]
    resolutions: dict[str, Answer] = {}
    for email, resolution in resolutions_by_email:
        matches = [each for each in teachers if each[1].email_key == email_key(email)]
        if not matches:
            raise UnknownTeacherError(f"No teacher of these folders has the e-mail {email}. Nothing was changed.")
        if any(resolutions.get(teacher.id, resolution) != resolution for _, teacher in matches):
            raise TwoAnswersError(f"There are two answers about {email}: give one of them. Nothing was changed.")
        resolutions |= {teacher.id: resolution for _, teacher in matches}
        _require_not_contradicted(resolution, matches)
    decided = {teacher.id for folder, teacher in teachers if folder.round_of(teacher.id)}
    return {teacher: resolution for teacher, resolution in resolutions.items() if teacher not in decided}


def _require_not_contradicted(resolution: Answer, matches: Sequence[tuple[Laptop, Account]]) -> None:
    """Refuse a resolution that every earlier import of the teacher contradicts; repeating a command is allowed."""
    contradictions = list(_contradictions(resolution, matches))
    if len(contradictions) == len(matches):
        raise DecidedOtherwiseError(f"{' '.join(contradictions)} Leave the answer out. Nothing was changed.")


def _contradictions(resolution: Answer, matches: Sequence[tuple[Laptop, Account]]) -> Iterator[str]:
    for folder, teacher in matches:
        earlier = folder.round_of(teacher.id)
        if earlier and not _agrees(resolution, teacher.id, earlier):
            yield (
                f"{teacher.name} ({teacher.email}) of {folder.source.folder} has moved already, "
                f"{_describe_import(teacher.id, earlier)}: that stays as it is at the school."
            )


def _agrees(resolution: Answer, teacher_id: str, earlier: Round) -> bool:
    match resolution:
        case SamePerson():
            return teacher_id in earlier.merged
        case OtherEmail(email):
            return email_key(earlier.emails.get(teacher_id, "")) == email_key(email)
        case LeaveOut():
            return False
        case Follow():
            return True


def _describe_import(teacher_id: str, earlier: Round) -> str:
    if teacher_id in earlier.merged:
        return "into the account at the school"
    email = earlier.emails.get(teacher_id)
    return f"with the e-mail {email}" if email else "with an account of its own"
