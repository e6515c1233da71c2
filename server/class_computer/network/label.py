"""Updates the class computer's label (names of its teacher and classes) when the database changes."""

import logging
from collections.abc import Collection

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.class_computer.network.queries import load_label
from server.computer.host import HostComputer
from server.database.hooks import after_commit
from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import MaintenanceError, Transactions
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher

log = logging.getLogger("goalbucks")


class LabelUpdater:
    """Reloads the label after each commit that changes a teacher or a class."""

    def __init__(self, transactions: Transactions, computer: HostComputer) -> None:
        self._transactions = transactions
        self._computer = computer

    def after_flush(self, db: Session, rows: Collection[object]) -> None:
        """Session hook: schedule a reload after the commit if a teacher or a class is among `rows`."""
        if any(isinstance(row, (Teacher, Classroom)) for row in rows):
            after_commit(db, self._reload)

    def _reload(self) -> None:
        try:
            with self._transactions.reading() as db:
                self._computer.network.set_label(load_label(db))
        except (SQLAlchemyError, MaintenanceError, DatabaseUnavailableError):
            log.exception("the label was not updated; the next change of a name updates it")
