"""Who is who when classes move: what the command line said about teachers, and what is asked on a terminal."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence

from pydantic import TypeAdapter, ValidationError

from launcher.errors import BadOptionError
from server.domain.auth.schemas import Email
from server.school.importing.errors import ClashesError
from server.school.importing.plan import Clash, Plan
from server.school.importing.resolutions import Answer, Follow, Laptop, LeaveOut, OtherEmail, SamePerson, meant
from server.school.importing.service import School


def plans(there: School, laptops: Sequence[Laptop], given: Namespace) -> list[Plan]:
    """What moves, once everything is answered; `ClashesError` when it isn't."""
    answers = meant(_said(given), laptops)
    clashes, found = there.plan(laptops, answers)
    while clashes:
        if not sys.stdin.isatty():
            raise ClashesError(_listed(clashes))
        answers[clashes[0].teacher.id] = _ask(clashes[0])
        clashes, found = there.plan(laptops, answers)
    return found


def _said(given: Namespace) -> list[tuple[str, Answer]]:
    return [
        *((email, SamePerson()) for email in given.same_person),
        *((old, OtherEmail(_valid(new))) for old, new in given.other_email),
        *((email, LeaveOut()) for email in given.leave_out),
        *((email, Follow()) for email in given.follow),
    ]


def _valid(email: str) -> str:
    try:
        return TypeAdapter[str](Email).validate_python(email)
    except ValidationError:
        raise BadOptionError(f"{email} is no e-mail address.") from None


def _listed(clashes: Sequence[Clash]) -> str:
    lines = [ClashesError.sentence + " Nothing was changed."]
    for clash in clashes:
        lines.append(f"  {_told(clash)}")
        lines += [f"    {how}" for how in _ways(clash)]
    return "\n".join(lines)


def _told(clash: Clash) -> str:
    others = " and ".join(
        f"{each.name} ({each.email}{', disabled' if each.disabled else ''})" for each in clash.taken_by
    )
    return f"{clash.teacher.name} ({clash.teacher.email}) of {clash.source.folder}: the school has {others}."


def _ways(clash: Clash) -> Iterator[str]:
    email = clash.teacher.email
    if clash.may_be_one_person:
        yield f"--same-person {email}   the classes go to the account that is there"
    if clash.may_be_two_people:
        yield f"--other-email {email}=NEW   somebody else, who signs in with another e-mail"
    yield f"--leave-out {email}   this teacher and the classes stay here for now"


def _ask(clash: Clash) -> Answer:
    _say(_told(clash))
    ways: dict[str, str] = {}
    if clash.may_be_one_person:
        ways["s"] = "the same person: the classes go to the account at the school"
    if clash.may_be_two_people:
        ways["o"] = "somebody else: signs in at the school with another e-mail"
    ways["l"] = "leave this teacher and the classes out for now"
    for letter, meaning in ways.items():
        _say(f"  {letter}  {meaning}")
    while True:
        chosen = _typed("Which one? ").lower()
        if chosen in ways:
            return _answer(chosen)


def _answer(letter: str) -> Answer:
    if letter == "s":
        return SamePerson()
    if letter == "l":
        return LeaveOut()
    while True:
        try:
            return OtherEmail(_valid(_typed("The other e-mail: ")))
        except BadOptionError as error:
            _say(str(error))


def _typed(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        raise ClashesError(f"{ClashesError.sentence} Nothing was changed.") from None


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - what whoever called it waits for
