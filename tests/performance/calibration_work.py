"""Calibration for figures of the server: Python and SQLite work.

As a program (`python -m tests.performance.calibration_work`) it does the work once and prints its seconds: the garbage
collector of a new process has no other objects to look at.
"""

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

from tests.factories.paths import ROOT

REPEATS = 7
ROWS = 12_000


def work_seconds() -> float:
    """Processor time of the work, the lowest of several, because other programs can only increase it."""
    command = [sys.executable, "-m", "tests.performance.calibration_work"]
    done = [subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True) for _ in range(REPEATS)]
    return min(float(each.stdout) for each in done)


def _work() -> None:
    """Objects, texts and JSON as for a response, and statements as for a request."""
    goals = [{"id": number, "title": f"Read {number} pages", "amount": number % 7} for number in range(ROWS)]
    read = sorted(json.loads(json.dumps(goals)), key=lambda goal: (goal["amount"], goal["title"]))
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE goals (id INTEGER PRIMARY KEY, title TEXT, amount INTEGER)")
        database.executemany("INSERT INTO goals VALUES (:id, :title, :amount)", read)
        database.execute("CREATE INDEX by_amount ON goals (amount)")
        for goal in read[: ROWS // 4]:
            database.execute("SELECT title, amount FROM goals WHERE id = ?", (goal["id"],)).fetchone()
        for _ in range(10):
            database.execute("SELECT amount, count(*), max(title) FROM goals GROUP BY amount").fetchall()


if __name__ == "__main__":
    started = time.process_time()
    _work()
    sys.stdout.write(f"{time.process_time() - started}\n")
