"""What has to happen before a delete or after a commit; domains announce, the application wires who listens."""

from collections.abc import Callable, Collection

from sqlalchemy.orm import Session

BeforeDelete = Callable[[Session, str, str], None]
"""Called with the session, the table's name and the row's id while the rows below it are still there."""

AfterFlush = Callable[[Session, Collection[object]], None]
"""Called with the session and the rows that were added, changed or deleted, while their history is still known."""

OnError = Callable[[BaseException], None]
"""Called with the exception that ended a unit of work."""

_AFTER_COMMIT = "after_commit"
_BEFORE_COMMIT = "before_commit"


class Hooks:
    """The listeners of one application."""

    def __init__(self) -> None:
        self._before_delete: list[BeforeDelete] = []
        self._after_flush: list[AfterFlush] = []
        self._on_error: list[OnError] = []

    def before_delete(self, listener: BeforeDelete) -> None:
        """Call `listener` before each announced delete."""
        self._before_delete.append(listener)

    def after_flush(self, listener: AfterFlush) -> None:
        """Call `listener` whenever changes have been sent to the database, before they are committed."""
        self._after_flush.append(listener)

    def on_error(self, listener: OnError) -> None:
        """Call `listener` whenever a unit of work, reading or writing, ends with an exception."""
        self._on_error.append(listener)

    def failed(self, error: BaseException) -> None:
        """Tell the listeners that a unit of work has ended with this exception."""
        for listener in self._on_error:
            listener(error)

    def flushed(self, session: Session) -> None:
        """Tell the listeners which rows have just been written."""
        changed = [row for row in session.dirty if session.is_modified(row)]
        touched = [*session.new, *changed, *session.deleted]
        for listener in self._after_flush:
            listener(session, touched)

    def deleting(self, session: Session, table: str, row_id: str) -> None:
        """Tell the listeners that this row, and all below it, is about to go."""
        for listener in self._before_delete:
            listener(session, table, row_id)

    def committing(self, session: Session) -> None:
        """Run what belongs into the session's transaction, as the last of it."""
        for action in session.info.pop(_BEFORE_COMMIT, ()):
            action()

    def committed(self, session: Session) -> None:
        """Run what the session's work left for after the commit."""
        for action in session.info.pop(_AFTER_COMMIT, ()):
            action()


def deleting(session: Session, table: str, row_id: str) -> None:
    """Announce a delete in this session."""
    hooks: Hooks = session.info["hooks"]
    hooks.deleting(session, table, row_id)


def after_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` once the session's changes are on the disk, and never if they are rolled back."""
    session.info.setdefault(_AFTER_COMMIT, []).append(action)


def before_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` in the session's transaction once all else is done. On PostgreSQL alone."""
    session.info.setdefault(_BEFORE_COMMIT, []).append(action)
