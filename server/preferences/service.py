"""Reading and keeping the switches."""

from dataclasses import asdict, replace

from sqlalchemy.orm import Session

from server.computer import ClassComputer, Switches
from server.database.hooks import after_commit
from server.preferences.models import ONLY_ROW, Preferences


def read(db: Session) -> Switches:
    """What is switched on; the defaults until a teacher has changed anything."""
    kept = db.get(Preferences, ONLY_ROW)
    return Switches() if kept is None else kept.switches()


def change(
    db: Session, computer: ClassComputer, *, teacher_from_network: bool | None, keep_awake: bool | None
) -> Switches:
    """Keep what is given, leave the rest; it counts once it is on the disk."""
    given = {"teacher_from_network": teacher_from_network, "keep_awake": keep_awake}
    switches = replace(read(db), **{name: value for name, value in given.items() if value is not None})
    db.merge(Preferences(id=ONLY_ROW, **asdict(switches)))
    after_commit(db, lambda: computer.set_switches(switches))
    return switches
