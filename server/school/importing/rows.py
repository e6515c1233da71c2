"""Writing a folder's rows into the school's database, and reading them again.

Batch by batch, so that years of many classes need no more memory than a day of one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from psycopg import DataError, sql
from sqlalchemy import ARRAY, Connection, Select, String, Table, any_, bindparam, func, select

from server.domain.goalbucks.models import Balance, GoalbuckEntry
from server.domain.students.models import Student
from server.domain.teachers.service import email_key
from server.school.importing.errors import RowRefusedError
from server.school.importing.plan import Plan
from server.school.importing.tables import PEOPLE, key_of, moving_tables, of_all_but

if TYPE_CHECKING:
    import psycopg

BATCH = 1000
STUDENTS_AT_ONCE = 200
OF_MERGED = {"teachers": "id", "recovery_codes": "teacher_id"}
"""What an account that is there already has of its own, and by which column."""

Tell = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""
Values = tuple[Any, ...]


@dataclass(slots=True)
class Comparison:
    """What was read again."""

    rows: dict[str, int] = field(default_factory=dict)
    """Of each table."""
    balances: int = 0
    """Students whose kept sum and sum of entries are the same in both."""
    differences: list[str] = field(default_factory=list)


def counts(plan: Plan) -> dict[str, int]:
    """How many rows of each table move."""
    return {
        table.name: plan.source.rows.scalar(select(func.count()).select_from(_rows(table, plan).subquery())) or 0
        for table in moving_tables()
    }


def write(plan: Plan, school: Connection, total: int, tell: Tell) -> None:
    """Insert all of the plan's rows, in the transaction of `school`."""
    driver = cast("psycopg.Connection", school.connection.driver_connection)
    done = 0
    for table in moving_tables():
        columns = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns)
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
        try:
            with driver.cursor() as cursor, cursor.copy(into) as copy:
                for batch in _batches(table, plan):
                    for row in batch:
                        copy.write_row(row)
                    done += len(batch)
                    tell("rows written", done, total)
        except DataError as error:  # a text that is too long there, or a number
            raise RowRefusedError(f"{RowRefusedError.sentence} It is something in {table.name}.") from error


def compare(plan: Plan, school: Connection, total: int, tell: Tell) -> Comparison:
    """Read all of it again: every row and column, and every student's balance."""
    found = Comparison()
    done = 0
    for table in moving_tables():
        found.rows[table.name] = 0
        for batch in _batches(table, plan):
            equal = _equal(table, batch, school)
            if equal < len(batch):
                found.differences.append(f"{len(batch) - equal} rows of {table.name} are not the same.")
            found.rows[table.name] += equal
            done += len(batch)
            tell("rows compared", done, total)
    _compare_balances(plan, school, found)
    return found


def _rows(table: Table, plan: Plan) -> Select[Values]:
    query = select(*table.columns).where(of_all_but(table, plan.staying))
    if column := OF_MERGED.get(table.name):
        query = query.where(table.columns[column].not_in(plan.merged))
    return query


def _batches(table: Table, plan: Plan) -> Iterator[list[Values]]:
    """As they are at the school."""
    rows = plan.source.rows.execution_options(yield_per=BATCH).execute(_rows(table, plan).order_by(key_of(table)))
    changed = _Changed(table, plan)
    for some in rows.partitions():
        yield [changed(tuple(row)) for row in some]


class _Changed:
    """Makes a folder's row one of the school's: people, e-mails and class codes that were taken."""

    def __init__(self, table: Table, plan: Plan) -> None:
        self._places = {column.name: place for place, column in enumerate(table.columns)}
        self._people = [self._places[name] for name in PEOPLE.get(table.name, ())] if plan.merged else []
        self._merged = plan.merged
        self._emails = plan.emails if table.name == "teachers" else {}
        self._codes = plan.codes if table.name == "classrooms" else {}

    def __call__(self, row: Values) -> Values:
        if not (self._people or self._emails or self._codes):
            return row
        values = list(row)
        for place in self._people:
            values[place] = self._merged.get(values[place], values[place])
        row_id = values[self._places["id"]]
        if email := self._emails.get(row_id):
            self._set(values, email=email, email_key=email_key(email), email_verified=False)
        if code := self._codes.get(row_id):
            self._set(values, class_code=code)
        return tuple(values)

    def _set(self, values: list[Any], **new: object) -> None:
        for name, value in new.items():
            values[self._places[name]] = value


def _equal(table: Table, batch: list[Values], school: Connection) -> int:
    """How many of these rows the school has, the same in all columns."""
    key = key_of(table)
    place = list(table.columns).index(key)
    those = select(*table.columns).where(key == any_(bindparam("keys", type_=ARRAY(String))))
    there = {row[place]: tuple(row) for row in school.execute(those, {"keys": [row[place] for row in batch]})}
    return sum(there.get(row[place]) == row for row in batch)


def _compare_balances(plan: Plan, school: Connection, found: Comparison) -> None:
    ids = list(plan.source.rows.scalars(select(Student.id).where(of_all_but(_STUDENTS, plan.staying))))
    for begin in range(0, len(ids), STUDENTS_AT_ONCE):
        some = ids[begin : begin + STUDENTS_AT_ONCE]
        here, there = _balances(plan.source.rows, some), _balances(school, some)
        equal = sum(here[each] == there.get(each) for each in some)
        found.balances += equal
        if equal < len(some):
            found.differences.append(f"{len(some) - equal} balances are not the same.")


def _balances(rows: Connection, ids: list[str]) -> dict[str, tuple[int, int]]:
    """Each student's kept sum, and the sum of its entries."""
    entered = select(func.sum(GoalbuckEntry.amount)).where(GoalbuckEntry.student_id == Student.id)
    kept = func.coalesce(Balance.earned - Balance.spent, 0)
    query = select(Student.id, kept, func.coalesce(entered.scalar_subquery(), 0)).outerjoin(Balance)
    return {student: (kept, int(added)) for student, kept, added in rows.execute(query.where(Student.id.in_(ids)))}


_STUDENTS = cast("Table", Student.__table__)
