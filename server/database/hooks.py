"""Hooks before deletes, moves of students and new terms, after flushes, around commits and on errors.

Domain code announces events; the application registers listeners.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

BeforeDelete = Callable[[Session, str, str], None]
"""Called with the session, the table's name and the row's id while its child rows still exist."""

BeforeMove = Callable[[Session, str], None]
"""Called with the session and the id of a student who is still in the old class."""

BeforeNewTerm = Callable[[Session, str], None]
"""Called with the session and the id of a class of which nothing has changed yet."""

AfterFlush = Callable[[Session, Collection[object]], None]
"""Called with the session and the rows added, changed or deleted, while their attribute history is available."""

OnError = Callable[[BaseException], None]
"""Called with the exception that ended a unit of work."""

HOOKS_KEY = "hooks"
"""Key in the `Session.info` of a write transaction: the `Hooks` of its application."""
_AFTER_COMMIT = "after_commit"
_BEFORE_COMMIT = "before_commit"
"""Keys in `Session.info`: the actions that were registered in the session, as a list."""


class Hooks:
    """Registry of the listeners of one application."""

    def __init__(self) -> None:
        self._before_delete: list[BeforeDelete] = []
        self._before_move: list[BeforeMove] = []
        self._before_new_term: list[BeforeNewTerm] = []
        self._after_flush: list[AfterFlush] = []
        self._on_error: list[OnError] = []

    def before_delete(self, listener: BeforeDelete) -> None:
        """Call `listener` before each announced delete."""
        self._before_delete.append(listener)

    def before_move(self, listener: BeforeMove) -> None:
        """Call `listener` before a student moves to another class."""
        self._before_move.append(listener)

    def before_new_term(self, listener: BeforeNewTerm) -> None:
        """Call `listener` before a class begins a new term."""
        self._before_new_term.append(listener)

    def after_flush(self, listener: AfterFlush) -> None:
        """Call `listener` after each flush, before the commit."""
        self._after_flush.append(listener)

    def on_error(self, listener: OnError) -> None:
        """Call `listener` whenever a read or write unit of work raises."""
        self._on_error.append(listener)

    @contextmanager
    def notifying_errors(self) -> Iterator[None]:
        """Call the error listeners with the exception that ends the block, if one does."""
        try:
            yield
        except BaseException as error:
            for listener in self._on_error:
                listener(error)
            raise

    def notify_flush(self, session: Session) -> None:
        """Call the flush listeners with the rows that were flushed."""
        changed = [row for row in session.dirty if session.is_modified(row)]
        flushed = [*session.new, *changed, *session.deleted]
        for listener in self._after_flush:
            listener(session, flushed)

    def notify_before_delete(self, session: Session, table: str, row_id: str) -> None:
        """Call the delete listeners: this row and its child rows are about to be deleted."""
        for listener in self._before_delete:
            listener(session, table, row_id)

    def notify_before_move(self, session: Session, student_id: str) -> None:
        """Call the listeners of moves: this student is about to move to another class."""
        for listener in self._before_move:
            listener(session, student_id)

    def notify_before_new_term(self, session: Session, classroom_id: str) -> None:
        """Call the listeners of new terms: this class is about to begin one."""
        for listener in self._before_new_term:
            listener(session, classroom_id)

    def run_before_commit(self, session: Session) -> None:
        """Run the actions that `before_commit` registered in this session."""
        for action in session.info.pop(_BEFORE_COMMIT, ()):
            action()

    def run_after_commit(self, session: Session) -> None:
        """Run the actions that `after_commit` registered in this session."""
        for action in session.info.pop(_AFTER_COMMIT, ()):
            action()


def hooks_of(session: Session) -> Hooks:
    """Return the hooks of the session's application."""
    hooks: Hooks = session.info[HOOKS_KEY]
    return hooks


def notify_before_delete(session: Session, table: str, row_id: str) -> None:
    """Call the delete listeners of the session's application before this row is deleted."""
    hooks_of(session).notify_before_delete(session, table, row_id)


def notify_before_move(session: Session, student_id: str) -> None:
    """Call the listeners of the session's application before this student moves to another class."""
    hooks_of(session).notify_before_move(session, student_id)


def notify_before_new_term(session: Session, classroom_id: str) -> None:
    """Call the listeners of the session's application before this class begins a new term."""
    hooks_of(session).notify_before_new_term(session, classroom_id)


def after_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` after the session's commit, and never after a rollback."""
    session.info.setdefault(_AFTER_COMMIT, []).append(action)


def before_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` as the last step of the session's transaction. PostgreSQL only."""
    session.info.setdefault(_BEFORE_COMMIT, []).append(action)
