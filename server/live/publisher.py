"""Telling those who look what a transaction has written: in this process, or in every one that uses the database."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from server.class_computer.settings.models import Preferences
from server.database.hooks import after_commit, before_commit
from server.live.changes import Gathering
from server.live.hub import Hub
from server.live.pg_notify_bus import send, send_out_of_date


def tell_listeners(hub: Hub | None, db: Session, rows: Collection[object]) -> None:
    """After each flush: they hear of it once it is on the disk; without a hub of all, by way of the database."""
    gathering: Gathering | None = db.info.get("live")
    if gathering is None:
        gathering = db.info["live"] = Gathering(db)
        if hub is None:
            before_commit(db, lambda: _send(gathering, db))
        else:
            after_commit(db, lambda: _publish(hub, gathering))
    gathering.add(rows)
    if hub is None and any(isinstance(row, Preferences) for row in rows):
        before_commit(db, lambda: send_out_of_date(db))


def _publish(hub: Hub, gathering: Gathering) -> None:
    if news := gathering.news():
        hub.publish(news)


def _send(gathering: Gathering, db: Session) -> None:
    if news := gathering.news():
        send(db, news)
