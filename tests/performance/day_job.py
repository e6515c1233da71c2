"""The job that makes the goals of a new day, after three years of history."""

import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from server import clock
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.domain.classrooms.models import Classroom
from server.domain.series import service
from server.domain.series.making import due_series_ids, make_planned_day
from server.domain.series.models import WEEKDAYS, SeriesFields
from server.settings import Settings
from tests.factories.seeded import MONTHS, SeededClass, seed
from tests.performance import bars
from tests.performance.table import Figure

STUDENTS = 40
SERIES = 10
DAYS = 5
"""Days in a row; the third and later ones end goals of earlier days, too."""


def measure(folder: Path) -> list[Figure]:
    """The highest processor time of a day, and that of looking for a day that is made already."""
    seeded_class = seed(folder, months=MONTHS, students=STUDENTS)
    with closing(SqliteTransactions(open_sqlite_engine(Settings(data_dir=folder).database_url))) as transactions:
        _create_series(transactions, seeded_class)
        today = clock.local_date()
        days = [_make_day(transactions, today + timedelta(days=number)) for number in range(1, DAYS + 1)]
        nothing = _make_day(transactions, today + timedelta(days=DAYS))
    note = f"{STUDENTS} students in {SERIES} series, days 1 to {DAYS}: {', '.join(f'{each:.2f}' for each in days)}"
    return [bars.DAY_JOB.measured(max(days), note), bars.DAY_JOB_AGAIN.measured(1000 * nothing)]


def _create_series(transactions: SqliteTransactions, seeded_class: SeededClass) -> None:
    first_day = clock.local_date() + timedelta(days=1)
    fields = SeriesFields("Read for 20 minutes", 5, WEEKDAYS, first_day, first_day + timedelta(days=200), None)
    with transactions.writing() as db:
        classroom = db.get_one(Classroom, seeded_class.id)
        for _ in range(SERIES):
            service.create(db, classroom, fields)


def _make_day(transactions: SqliteTransactions, day: date) -> float:
    """Make the day as the job does, and return the processor time in seconds."""
    start = time.process_time()
    with transactions.reading() as db:
        series_ids = due_series_ids(db, day)
    for series_id in series_ids:
        with transactions.writing() as db:
            make_planned_day(db, series_id, day)
    return time.process_time() - start
