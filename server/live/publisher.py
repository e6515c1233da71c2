"""Publishes a transaction's changes at its commit: to this process, or through PostgreSQL to all processes."""

from collections.abc import Callable, Collection
from functools import partial

from sqlalchemy.orm import Session

from server.class_computer.preferences.models import Preferences
from server.database.hooks import after_commit, before_commit
from server.live.changes import ChangeCollector, CommittedChanges
from server.live.hub import Hub
from server.live.pg_notify_bus import notify_changes, notify_preferences_changed

_COLLECTOR_KEY = "live"
"""Key in the `Session.info` of a write transaction: its `ChangeCollector`."""


def publish_to_hub(hub: Hub, db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush and publish them to this process's hub after the commit."""
    _collect(db, rows, after_commit, hub.publish)


def publish_by_notification(db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush; the commit publishes them to all processes by PostgreSQL's NOTIFY."""
    _collect(db, rows, before_commit, partial(notify_changes, db))
    if any(isinstance(row, Preferences) for row in rows):
        before_commit(db, lambda: notify_preferences_changed(db))


def _collect(
    db: Session,
    rows: Collection[object],
    schedule: Callable[[Session, Callable[[], None]], None],
    publish: Callable[[CommittedChanges], None],
) -> None:
    """Add the rows to the collector of the transaction; the first flush makes it, and schedules its publication."""
    collector: ChangeCollector | None = db.info.get(_COLLECTOR_KEY)
    if collector is None:
        collector = db.info[_COLLECTOR_KEY] = ChangeCollector(db)
        schedule(db, partial(_publish, collector, publish))
    collector.add(rows)


def _publish(collector: ChangeCollector, publish: Callable[[CommittedChanges], None]) -> None:
    if changes := collector.collected():
        publish(changes)
