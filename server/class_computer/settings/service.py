"""Reading and keeping the switches."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy.orm import Session

from server.class_computer.settings.models import ONLY_ROW, Preferences
from server.computer import ClassComputer, Switches
from server.database.hooks import after_commit
from server.domain.audit.service import Deed, Happening, note
from server.domain.teachers import service as teachers
from server.security.actor import Actor

_NAMES = {
    "teacher_from_network": "teacher sign-in from other devices",
    "keep_awake": "keep this computer awake",
    "image_retention_days": "remove old photos",
}
"""The switches in the middle of a sentence."""


def read(db: Session) -> Switches:
    """What is switched on; the defaults until a teacher has changed anything."""
    kept = db.get(Preferences, ONLY_ROW)
    return Switches() if kept is None else kept.switches()


def keep(db: Session, changes: Mapping[str, Any]) -> Switches:
    """The same where no class computer has to hear of it: a school's servers hear by way of the database."""
    switches = replace(read(db), **changes)
    db.merge(Preferences(id=ONLY_ROW, **asdict(switches)))
    return switches


def change(db: Session, computer: ClassComputer, changes: Mapping[str, Any]) -> Switches:
    """Keep these switches, leave the rest; it counts once it is on the disk."""
    switches = keep(db, changes)
    after_commit(db, lambda: computer.set_switches(switches))
    return switches


def note_changes(db: Session, actor: Actor, before: Switches, after: Switches) -> None:
    """For the activity log: what the teacher switched; nothing when all is as it was."""
    if told := in_words(before, after):
        note(db, Happening(Deed("settings_changed", told), actor.id, teachers.person(db, actor.id)))


def in_words(before: Switches, after: Switches) -> str:
    """What was switched; empty when all is as it was."""
    return ", ".join(
        f"{name} {_word(getattr(after, field))}"
        for field, name in _NAMES.items()
        if getattr(after, field) != getattr(before, field)
    )


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "off" if value is None else f"after {value} days"


def keeps_less(switches: Switches, before: Switches) -> bool:
    """Whether some photos are to go that were to stay before."""
    days, days_before = switches.image_retention_days, before.image_retention_days
    return days is not None and (days_before is None or days < days_before)
