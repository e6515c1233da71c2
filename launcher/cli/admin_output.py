"""Output of `goalbucks admin`: tables for a terminal, JSON for another program."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from server import clock
from server.domain.teachers.invites import Invite
from server.school.admin.queries import TeacherSummary
from server.texts.single_line import single_line

COLUMN_GAP = "  "


def format_invites(found: Sequence[Invite]) -> Iterator[str]:
    """Format invites as a table, without the codes themselves."""
    if not found:
        yield "There are no invite codes. 'goalbucks admin invite' creates one."
        return
    rows = [(each.short_id, _local_time(each.created_at), _expiry(each), _remaining_uses(each)) for each in found]
    yield from _table(("Invite", "Created", "Expires", "Uses left"), rows)


def format_teachers(found: Sequence[TeacherSummary]) -> Iterator[str]:
    """Format teachers as a table, with the codes of their classes."""
    if not found:
        yield "There are no teachers yet. 'goalbucks admin invite' creates an invite code for them."
        return
    rows = [
        (
            single_line(each.name),  # a terminal would interpret control characters
            single_line(each.email),
            ", ".join(room.class_code for room in each.classes) or "-",
            str(each.student_count),
            "-" if each.last_sign_in is None else _local_time(each.last_sign_in),
            "" if each.disabled_at is None else f"switched off {_local_time(each.disabled_at)}",
        )
        for each in found
    ]
    yield from _table(("Name", "E-mail", "Classes", "Students", "Last sign-in", ""), rows)


def teachers_json(found: Sequence[TeacherSummary]) -> str:
    """Format teachers as JSON; times are UTC."""
    teachers = [
        {
            "name": each.name,
            "email": each.email,
            "classes": [
                {"name": room.name, "classCode": room.class_code, "students": room.student_count}
                for room in each.classes
            ],
            "students": each.student_count,
            "lastSignIn": _iso(each.last_sign_in),
            "disabledAt": _iso(each.disabled_at),
        }
        for each in found
    ]
    return json.dumps(teachers, indent=2, ensure_ascii=False)


def _expiry(invite: Invite) -> str:
    if invite.expires_at is None:
        return "-"
    expires = _local_time(invite.expires_at)
    return f"{expires} (expired)" if invite.expires_at <= clock.now() else expires


def _remaining_uses(invite: Invite) -> str:
    return "unlimited" if invite.uses_left is None else str(invite.uses_left)


def _local_time(time: datetime) -> str:
    return f"{clock.local_time(time):%Y-%m-%d %H:%M}"


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        yield COLUMN_GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
