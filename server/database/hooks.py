"""Hooks before deletes, moves of students and new terms, after flushes, around commits and on errors.

Domain code announces events; the application registers listeners.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

HOOKS_KEY = "hooks"
"""Key in the `Session.info` of a write transaction: the `Hooks` of its application."""
_AFTER_COMMIT = "after_commit"
_BEFORE_COMMIT = "before_commit"
"""Keys in `Session.info`: the actions that were registered in the session, as a list."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """The listeners of one application, which appends them to the lists."""

    before_delete: list[Callable[[Session, str, str], None]] = field(default_factory=list)
    """Called with the session, the table's name and the row's id while its child rows still exist."""
    before_move: list[Callable[[Session, str], None]] = field(default_factory=list)
    """Called with the session and the id of a student who is still in the old class."""
    before_new_term: list[Callable[[Session, str], None]] = field(default_factory=list)
    """Called with the session and the id of a class of which nothing has changed yet."""
    after_flush: list[Callable[[Session, Collection[object]], None]] = field(default_factory=list)
    """Called with the session and the rows added, changed or deleted, while their attribute history is available."""
    on_error: list[Callable[[BaseException], None]] = field(default_factory=list)
    """Called with the exception that ended a unit of work."""

    @contextmanager
    def notifying_errors(self) -> Iterator[None]:
        """Call the error listeners with the exception that ends the block, if one does."""
        try:
            yield
        except BaseException as error:
            for listener in self.on_error:
                listener(error)
            raise

    def notify_flush(self, session: Session) -> None:
        """Call the flush listeners with the rows that were flushed."""
        changed = [row for row in session.dirty if session.is_modified(row)]
        flushed = [*session.new, *changed, *session.deleted]
        for listener in self.after_flush:
            listener(session, flushed)

    def run_before_commit(self, session: Session) -> None:
        """Run the actions that `before_commit` registered in this session."""
        for action in session.info.pop(_BEFORE_COMMIT, ()):
            action()

    def run_after_commit(self, session: Session) -> None:
        """Run the actions that `after_commit` registered in this session."""
        for action in session.info.pop(_AFTER_COMMIT, ()):
            action()


def is_writing(session: Session) -> bool:
    """Return whether this is the session of a write transaction."""
    return HOOKS_KEY in session.info


def hooks_of(session: Session) -> Hooks:
    """Return the hooks of the session's application."""
    hooks: Hooks = session.info[HOOKS_KEY]
    return hooks


def notify_before_delete(session: Session, table: str, row_id: str) -> None:
    """Call the delete listeners of the session's application: this row and its child rows are about to be deleted."""
    for listener in hooks_of(session).before_delete:
        listener(session, table, row_id)


def notify_before_move(session: Session, student_id: str) -> None:
    """Call the listeners of the session's application before this student moves to another class."""
    for listener in hooks_of(session).before_move:
        listener(session, student_id)


def notify_before_new_term(session: Session, classroom_id: str) -> None:
    """Call the listeners of the session's application before this class begins a new term."""
    for listener in hooks_of(session).before_new_term:
        listener(session, classroom_id)


def after_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` after the session's commit, and never after a rollback."""
    session.info.setdefault(_AFTER_COMMIT, []).append(action)


def before_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` as the last step of the session's transaction. PostgreSQL only."""
    session.info.setdefault(_BEFORE_COMMIT, []).append(action)
