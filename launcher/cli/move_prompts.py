"""Resolve e-mail conflicts of `goalbucks move-to`, by command line options or by questions on the terminal."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence

from pydantic import TypeAdapter, ValidationError

from launcher.errors import BadOptionError
from server.domain.auth.schemas import Email
from server.school.importing.errors import UnresolvedConflictsError
from server.school.importing.plan import AccountConflict, ImportPlan
from server.school.importing.resolutions import (
    ChangeEmail,
    ImportSkipped,
    Merge,
    Resolution,
    Skip,
    SourceFolder,
    resolve,
)
from server.school.importing.service import SchoolImporter


def plan_moves(importer: SchoolImporter, sources: Sequence[SourceFolder], arguments: Namespace) -> list[ImportPlan]:
    """Plan the imports; `UnresolvedConflictsError` if a conflict is left and stdin is no terminal."""
    resolutions = resolve(_resolutions_from(arguments), sources)
    conflicts, result = importer.plan(sources, resolutions)
    while conflicts:
        if not sys.stdin.isatty():
            raise UnresolvedConflictsError(_list_conflicts(conflicts))
        resolutions[conflicts[0].teacher.id] = _ask(conflicts[0])
        conflicts, result = importer.plan(sources, resolutions)
    return result


def _resolutions_from(arguments: Namespace) -> list[tuple[str, Resolution]]:
    return [
        *((email, Merge()) for email in arguments.same_person),
        *((old, ChangeEmail(_require_email(new))) for old, new in arguments.other_email),
        *((email, Skip()) for email in arguments.leave_out),
        *((email, ImportSkipped()) for email in arguments.follow),
    ]


def _require_email(email: str) -> str:
    try:
        return TypeAdapter[str](Email).validate_python(email)
    except ValidationError:
        raise BadOptionError(f"{email} is no e-mail address.") from None


def _list_conflicts(conflicts: Sequence[AccountConflict]) -> str:
    lines = [UnresolvedConflictsError.sentence + " Nothing was changed."]
    for conflict in conflicts:
        lines.append(f"  {_describe(conflict)}")
        lines += [f"    {hint}" for hint in _option_hints(conflict)]
    return "\n".join(lines)


def _describe(conflict: AccountConflict) -> str:
    others = " and ".join(
        f"{each.name} ({each.email}{', disabled' if each.disabled else ''})" for each in conflict.taken_by
    )
    return f"{conflict.teacher.name} ({conflict.teacher.email}) of {conflict.source.folder}: the school has {others}."


def _option_hints(conflict: AccountConflict) -> Iterator[str]:
    email = conflict.teacher.email
    if conflict.can_merge:
        yield f"--same-person {email}   the classes go to the account that is there"
    if conflict.can_change_email:
        yield f"--other-email {email}=NEW   somebody else, who signs in with another e-mail"
    yield f"--leave-out {email}   this teacher and the classes stay here for now"


def _ask(conflict: AccountConflict) -> Resolution:
    _print(_describe(conflict))
    choices: dict[str, str] = {}
    if conflict.can_merge:
        choices["s"] = "the same person: the classes go to the account at the school"
    if conflict.can_change_email:
        choices["o"] = "somebody else: signs in at the school with another e-mail"
    choices["l"] = "leave this teacher and the classes out for now"
    for letter, meaning in choices.items():
        _print(f"  {letter}  {meaning}")
    while True:
        chosen = _input("Which one? ").lower()
        if chosen in choices:
            return _resolution_for(chosen)


def _resolution_for(letter: str) -> Resolution:
    if letter == "s":
        return Merge()
    if letter == "l":
        return Skip()
    while True:
        try:
            return ChangeEmail(_require_email(_input("The other e-mail: ")))
        except BadOptionError as error:
            _print(str(error))


def _input(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        raise UnresolvedConflictsError(f"{UnresolvedConflictsError.sentence} Nothing was changed.") from None


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - a command line tool
