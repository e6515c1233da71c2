"""Publishes a transaction's changes at its commit: to this process, or through PostgreSQL to all processes."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from server.class_computer.preferences.models import Preferences
from server.database.hooks import after_commit, before_commit
from server.live.changes import ChangeCollector
from server.live.hub import Hub
from server.live.pg_notify_bus import notify_changes, notify_preferences_changed

_COLLECTOR_KEY = "live"
"""Key in the `Session.info` of a write transaction: its `ChangeCollector`."""


def publish_to_hub(hub: Hub, db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush and publish them to this process's hub after the commit."""
    collector = _find_collector(db)
    if collector is None:
        collector = _add_collector(db)
        after_commit(db, lambda: _publish(hub, collector))
    collector.add(rows)


def publish_by_notification(db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush; the commit publishes them to all processes by PostgreSQL's NOTIFY."""
    collector = _find_collector(db)
    if collector is None:
        collector = _add_collector(db)
        before_commit(db, lambda: _notify(db, collector))
    collector.add(rows)
    if any(isinstance(row, Preferences) for row in rows):
        before_commit(db, lambda: notify_preferences_changed(db))


def _find_collector(db: Session) -> ChangeCollector | None:
    collector: ChangeCollector | None = db.info.get(_COLLECTOR_KEY)
    return collector


def _add_collector(db: Session) -> ChangeCollector:
    collector = db.info[_COLLECTOR_KEY] = ChangeCollector(db)
    return collector


def _publish(hub: Hub, collector: ChangeCollector) -> None:
    if changes := collector.collected():
        hub.publish(changes)


def _notify(db: Session, collector: ChangeCollector) -> None:
    if changes := collector.collected():
        notify_changes(db, changes)
