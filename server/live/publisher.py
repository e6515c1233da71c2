"""Publishes a transaction's changes at its commit: to this process, or through PostgreSQL to all processes."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from server.class_computer.preferences.models import Preferences
from server.database.hooks import after_commit, before_commit
from server.live.changes import ChangeCollector
from server.live.hub import Hub
from server.live.pg_notify_bus import notify_changes, notify_preferences_changed


def publish_changes(hub: Hub | None, db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush and publish them at the commit; without `hub`, by a PostgreSQL notification."""
    collector: ChangeCollector | None = db.info.get("live")
    if collector is None:
        collector = db.info["live"] = ChangeCollector(db)
        if hub is None:
            before_commit(db, lambda: _send(collector, db))
        else:
            after_commit(db, lambda: _publish(hub, collector))
    collector.add(rows)
    if hub is None and any(isinstance(row, Preferences) for row in rows):
        before_commit(db, lambda: notify_preferences_changed(db))


def _publish(hub: Hub, collector: ChangeCollector) -> None:
    if changes := collector.committed_changes():
        hub.publish(changes)


def _send(collector: ChangeCollector, db: Session) -> None:
    if changes := collector.committed_changes():
        notify_changes(db, changes)
