"""What somebody said about teachers: whom it means, and whether it comes too late."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.domain.teachers.service import email_key
from server.school.importing.accounts import Account, accounts
from server.school.importing.errors import DecidedOtherwiseError, TwoAnswersError, UnknownTeacherError
from server.school.importing.relocation_marker import Round
from server.school.importing.source import Source


@dataclass(frozen=True, slots=True)
class SamePerson:
    """The classes go to the account that is there."""


@dataclass(frozen=True, slots=True)
class OtherEmail:
    """Two people: this one signs in with another e-mail from now on."""

    email: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """This teacher and its classes stay on the laptop for now."""


@dataclass(frozen=True, slots=True)
class Follow:
    """This one was left out before, and moves now."""


Answer = SamePerson | OtherEmail | LeaveOut | Follow
Answers = Mapping[str, Answer]
"""By the teacher's id in its folder."""


@dataclass(frozen=True, slots=True)
class Laptop:
    """A folder, and what of it is at the school already."""

    source: Source
    rounds: tuple[Round, ...]

    def round_of(self, teacher_id: str) -> Round | None:
        """The one in which this teacher moved."""
        return next((each for each in self.rounds if teacher_id in each.teachers), None)


def meant(said: Sequence[tuple[str, Answer]], laptops: Sequence[Laptop]) -> dict[str, Answer]:
    """The answers by teacher, for those about whom nothing was decided yet.

    `UnknownTeacherError`, `TwoAnswersError`, `DecidedOtherwiseError`.
    """
    people = [(laptop, teacher) for laptop in laptops for teacher in accounts(laptop.source.rows)]
    answers: dict[str, Answer] = {}
    for email, answer in said:
        those = [each for each in people if each[1].email_key == email_key(email)]
        if not those:
            raise UnknownTeacherError(f"No teacher of these folders has the e-mail {email}. Nothing was changed.")
        if any(answers.get(teacher.id, answer) != answer for _, teacher in those):
            raise TwoAnswersError(f"There are two answers about {email}: give one of them. Nothing was changed.")
        answers |= {teacher.id: answer for _, teacher in those}
        _require_in_time(answer, those)
    decided = {teacher.id for laptop, teacher in people if laptop.round_of(teacher.id)}
    return {teacher: answer for teacher, answer in answers.items() if teacher not in decided}


def _require_in_time(answer: Answer, those: Sequence[tuple[Laptop, Account]]) -> None:
    """The same command may be given again: it is enough that the answer is what was done, or can still be."""
    late = list(_contradicted(answer, those))
    if len(late) == len(those):
        raise DecidedOtherwiseError(f"{' '.join(late)} Leave the answer out. Nothing was changed.")


def _contradicted(answer: Answer, those: Sequence[tuple[Laptop, Account]]) -> Iterator[str]:
    for laptop, teacher in those:
        before = laptop.round_of(teacher.id)
        if before and not _agrees(answer, teacher.id, before):
            yield (
                f"{teacher.name} ({teacher.email}) of {laptop.source.folder} has moved already, "
                f"{_how(teacher.id, before)}: that stays as it is at the school."
            )


def _agrees(answer: Answer, teacher_id: str, before: Round) -> bool:
    match answer:
        case SamePerson():
            return teacher_id in before.merged
        case OtherEmail(email):
            return email_key(before.emails.get(teacher_id, "")) == email_key(email)
        case LeaveOut():
            return False
        case Follow():
            return True


def _how(teacher_id: str, before: Round) -> str:
    if teacher_id in before.merged:
        return "into the account at the school"
    email = before.emails.get(teacher_id)
    return f"with the e-mail {email}" if email else "with an account of its own"
