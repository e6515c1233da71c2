"""Ending a class goal, killed at every n-th executed line: `python -m tests.durability.crash_class_goal`.

A process of its own because each try forks. Prints the number of kills, and after how many of them the old and the new
state existed. After each kill the goal is ended again, if it is still open: everybody then has the gifts back once.
"""

import shutil
import sys
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path

from sqlalchemy import select

from server.data_protection.backups.integrity import class_goal_problems, ledger_problems
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.domain.class_goals import service
from server.domain.class_goals.models import ClassGoal, ClassGoalFields
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.students.models import Student
from server.security.actor import Actor
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.factories.data_folders import read_tables

AMOUNTS = (5, 10, 25)


def open_transactions(folder: Path) -> SqliteTransactions:
    return SqliteTransactions(open_sqlite_engine(Settings(data_dir=folder).database_url))


def give(folder: Path) -> dict[str, int]:
    """Make a class goal to which every student gives several times; return the balances before that, by student."""
    transactions = open_transactions(folder)
    with transactions.writing() as db:
        classroom = db.scalars(select(Classroom)).one()
        student_ids = list(db.scalars(select(Student.id)))
        balances = {each: balance_of(db, each).balance for each in student_ids}
        teacher = Actor(classroom.teacher_id, "teacher", "")
        goal = service.create(db, teacher, classroom, ClassGoalFields("Movie afternoon", 100_000, None))
        for student_id in student_ids:
            for amount in AMOUNTS:
                service.give(db, Actor(student_id, "student", ""), goal, amount)
    transactions.close()
    return balances


def end(folder: Path) -> None:
    """End the class goal."""
    transactions = open_transactions(folder)
    with transactions.writing() as db:
        goal = db.scalars(select(ClassGoal)).one()
        classroom = db.get_one(Classroom, goal.classroom_id)
        service.end(db, Actor(classroom.teacher_id, "teacher", ""), goal)
    transactions.close()


def has_ended(folder: Path, balances: dict[str, int]) -> bool:
    """Whether the goal has ended and returned every gift once; else nothing was returned."""
    transactions = open_transactions(folder)
    try:
        with transactions.reading() as db:
            assert ledger_problems(db) == []
            assert class_goal_problems(db) == []
            returned = db.query(LedgerEntry).filter_by(reason="class_gift_returned").count()
            if db.scalars(select(ClassGoal.status)).one() == "open":
                assert returned == 0
                return False
            assert returned == len(balances) * len(AMOUNTS)
            assert {each: balance_of(db, each).balance for each in balances} == balances
            return True
    finally:
        transactions.close()


def main(before: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    import_module("server.app")  # declares the tables of all domains
    balances = give(before)
    old = read_tables(before / "goalbucks.db")
    left = {False: 0, True: 0}
    for line in count(first, stride):
        shutil.copytree(before, scratch)
        killed = is_killed_at(line, partial(end, scratch))
        ended = has_ended(scratch, balances)
        assert ended or read_tables(scratch / "goalbucks.db") == old, f"killed at line {line}, it left a part"
        if not ended:
            end(scratch)
            assert has_ended(scratch, balances)
        shutil.rmtree(scratch)
        if not killed:
            break
        left[ended] += 1
    print(sum(left.values()), left[False], left[True])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
