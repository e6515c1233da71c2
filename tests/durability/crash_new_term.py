"""Beginning a new term, killed at every n-th executed line: `python -m tests.durability.crash_new_term`.

A process of its own because each try forks. Prints the number of kills, and after how many of them the old and the new
state existed.
"""

import shutil
import sys
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path

from sqlalchemy import select

from server.data_protection.backups.integrity import ledger_problems
from server.data_protection.backups.service import BackupService
from server.database.hooks import Hooks
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance
from server.domain.goals.models import Goal
from server.domain.terms import service
from server.domain.terms.models import Term, TermEnding
from server.security.actor import Actor
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.factories.data_folders import read_tables


def begin_term(folder: Path) -> None:
    """Begin a new term that ends goals and resets balances, after a backup."""
    settings = Settings(data_dir=folder)
    hooks = Hooks()
    hooks.before_new_term.append(BackupService(settings).back_up_before_new_term)
    transactions = SqliteTransactions(open_sqlite_engine(settings.database_url), hooks)
    with transactions.writing() as db:
        classroom = db.scalars(select(Classroom)).one()
        teacher = Actor(classroom.teacher_id, "teacher", "")
        service.begin(db, teacher, classroom, TermEnding("Fall 2026", "end", "reset"))
    transactions.close()


def has_begun(folder: Path) -> bool:
    """Whether a term ended, with all open goals and balances."""
    BackupService(Settings(data_dir=folder)).remove_leftovers()
    transactions = SqliteTransactions(open_sqlite_engine(Settings(data_dir=folder).database_url))
    try:
        with transactions.reading() as db:
            assert ledger_problems(db) == []
            if not db.query(Term).count():
                return False
            assert {goal.status for goal in db.query(Goal)} == {"completed", "ended"}
            assert {(row.balance, row.reset_id is None) for row in db.query(Balance)} == {(0, False)}
            return True
    finally:
        transactions.close()


def main(before: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    import_module("server.app")  # declares the tables of all domains, some of which services find by name
    old = read_tables(before / "goalbucks.db")
    left = {False: 0, True: 0}
    for line in count(first, stride):
        shutil.copytree(before, scratch)
        killed = is_killed_at(line, partial(begin_term, scratch))
        begun = has_begun(scratch)
        assert begun or read_tables(scratch / "goalbucks.db") == old, f"killed at line {line}, it left a part"
        shutil.rmtree(scratch)
        if not killed:
            assert begun
            break
        left[begun] += 1
    print(sum(left.values()), left[False], left[True])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
