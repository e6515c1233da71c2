"""Reading and changing the computer's preferences."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy.orm import Session

from server.class_computer.preferences.models import ONLY_ROW, Preferences
from server.computer.host import HostComputer
from server.computer.preferences import ComputerPreferences
from server.database.hooks import after_commit
from server.domain.activity.service import ActivityEvent, record
from server.security.actor import Actor

_LABELS = {
    "teacher_from_network": "teacher sign-in from other devices",
    "keep_awake": "keep this computer awake",
    "image_retention_days": "remove old photos",
    "language": "language of the login page",
}
"""Preference names for the middle of a sentence."""
_LANGUAGE_NAMES = {"en": "English", "es": "Spanish"}


def read(db: Session) -> ComputerPreferences:
    """Return the preferences; the defaults while none are stored."""
    stored = db.get(Preferences, ONLY_ROW)
    return ComputerPreferences() if stored is None else stored.to_preferences()


def save(db: Session, changes: Mapping[str, Any]) -> ComputerPreferences:
    """Store changed preferences without applying them to a class computer; return the result.

    A school's servers are notified through the database.
    """
    preferences = replace(read(db), **changes)
    db.merge(Preferences(id=ONLY_ROW, **asdict(preferences)))
    return preferences


def change(db: Session, computer: HostComputer, changes: Mapping[str, Any]) -> ComputerPreferences:
    """Store changed preferences, and apply them to the class computer after the commit; return the result."""
    preferences = save(db, changes)
    after_commit(db, lambda: computer.set_preferences(preferences))
    return preferences


def record_changes(db: Session, actor: Actor, before: ComputerPreferences, after: ComputerPreferences) -> None:
    """Record an event that lists the changes, if there are any."""
    if changes := describe_changes(before, after):
        record(db, actor, ActivityEvent("settings_changed", changes))


def describe_changes(before: ComputerPreferences, after: ComputerPreferences) -> str:
    """Describe the changed preferences; empty if there are none."""
    return ", ".join(
        f"{name} {_format_value(getattr(after, field))}"
        for field, name in _LABELS.items()
        if getattr(after, field) != getattr(before, field)
    )


def _format_value(value: object) -> str:
    if isinstance(value, str):
        return _LANGUAGE_NAMES[value]
    if isinstance(value, bool):
        return "on" if value else "off"
    return "off" if value is None else f"after {value} days"


def shortens_retention(preferences: ComputerPreferences, before: ComputerPreferences) -> bool:
    """Whether the photo retention is shorter than before, so that photos may have to be deleted now."""
    days, days_before = preferences.image_retention_days, before.image_retention_days
    return days is not None and (days_before is None or days < days_before)
