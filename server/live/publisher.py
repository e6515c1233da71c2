"""Publishes a transaction's changes at its commit: to this process, or through PostgreSQL to all processes."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from server.class_computer.settings.models import Preferences
from server.database.hooks import after_commit, before_commit
from server.live.changes import Gathering
from server.live.hub import Hub
from server.live.pg_notify_bus import send, send_out_of_date


def tell_listeners(hub: Hub | None, db: Session, rows: Collection[object]) -> None:
    """Collect the rows of a flush and publish them at the commit; without `hub`, by a PostgreSQL notification."""
    collector: Gathering | None = db.info.get("live")
    if collector is None:
        collector = db.info["live"] = Gathering(db)
        if hub is None:
            before_commit(db, lambda: _send(collector, db))
        else:
            after_commit(db, lambda: _publish(hub, collector))
    collector.add(rows)
    if hub is None and any(isinstance(row, Preferences) for row in rows):
        before_commit(db, lambda: send_out_of_date(db))


def _publish(hub: Hub, collector: Gathering) -> None:
    if news := collector.news():
        hub.publish(news)


def _send(collector: Gathering, db: Session) -> None:
    if news := collector.news():
        send(db, news)
