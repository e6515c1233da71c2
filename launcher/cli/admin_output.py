"""The lists of `goalbucks admin`, for a terminal or for another program."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from unicodedata import category

from server import clock
from server.domain.teachers.invites import Invite
from server.school.admin.queries import ListedTeacher

GAP = "  "


def of_invites(found: Sequence[Invite]) -> Iterator[str]:
    """A line each; no list has the codes themselves."""
    if not found:
        yield "There are no invite codes. 'goalbucks admin invite' makes one."
        return
    rows = [(each.name, _moment(each.created_at), _end(each), _uses(each)) for each in found]
    yield from _table(("Invite", "Made", "Ends", "Uses left"), rows)


def of_teachers(found: Sequence[ListedTeacher]) -> Iterator[str]:
    """A line each, with the codes of the classes."""
    if not found:
        yield "There are no teachers yet. 'goalbucks admin invite' makes a code for them to begin with."
        return
    rows = [
        (
            in_one_line(each.name),
            in_one_line(each.email),
            ", ".join(room.class_code for room in each.classes) or "-",
            str(each.students),
            "-" if each.last_sign_in is None else _moment(each.last_sign_in),
            "" if each.disabled_at is None else f"switched off {_moment(each.disabled_at)}",
        )
        for each in found
    ]
    yield from _table(("Name", "E-mail", "Classes", "Students", "Last sign-in", ""), rows)


def as_json(found: Sequence[ListedTeacher]) -> str:
    """All of it; times are UTC."""
    told = [
        {
            "name": each.name,
            "email": each.email,
            "classes": [
                {"name": room.name, "classCode": room.class_code, "students": room.students} for room in each.classes
            ],
            "students": each.students,
            "lastSignIn": _iso(each.last_sign_in),
            "disabledAt": _iso(each.disabled_at),
        }
        for each in found
    ]
    return json.dumps(told, indent=2, ensure_ascii=False)


def in_one_line(text: str) -> str:
    """What a teacher has typed, without anything that a terminal would obey."""
    return "".join(each for each in text if not category(each).startswith("C"))


def _end(invite: Invite) -> str:
    if invite.expires_at is None:
        return "-"
    ends = _moment(invite.expires_at)
    return f"{ends} (over)" if invite.expires_at <= clock.now() else ends


def _uses(invite: Invite) -> str:
    return "any number" if invite.uses_left is None else str(invite.uses_left)


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        yield GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
