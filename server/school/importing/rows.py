"""Writes a folder's rows into the school's database and verifies them there.

Rows are processed in batches, so that memory use doesn't grow with the amount of data.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from psycopg import DataError, sql
from sqlalchemy import ARRAY, Connection, Select, String, Table, any_, bindparam, func, select

from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.goalbucks.queries import SPENDABLE
from server.domain.members.models import ClassMember
from server.domain.students.models import Student
from server.school.importing.errors import RowRejectedError
from server.school.importing.imported_tables import TEACHER_COLUMNS, imported_tables, owned_by, primary_key
from server.school.importing.plan import ImportPlan

if TYPE_CHECKING:
    import psycopg

BATCH_SIZE = 1000
STUDENT_BATCH_SIZE = 200
TEACHER_KEY_COLUMNS = {"teachers": "id", "recovery_codes": "teacher_id"}
"""Tables with rows that aren't imported for a merged teacher, and their column with the teacher's ID."""

ProgressCallback = Callable[[str, int, int], None]
"""Called with the name of the step, the number of items done and their total."""
RowValues = tuple[Any, ...]


@dataclass(slots=True)
class RowComparison:
    """Result of comparing the imported rows with the folder's."""

    rows: dict[str, int] = field(default_factory=dict)
    """Number of equal rows by table."""
    balances: int = 0
    """Number of students whose stored balance and sum of ledger entries are equal in both databases."""
    differences: list[str] = field(default_factory=list)


def count_by_table(plan: ImportPlan) -> dict[str, int]:
    """Count the rows to import by table."""
    return {
        table.name: plan.source.connection.scalar(select(func.count()).select_from(_rows(table, plan).subquery())) or 0
        for table in imported_tables()
    }


def write_rows(plan: ImportPlan, school: Connection, total: int, on_progress: ProgressCallback) -> None:
    """Insert the plan's rows with COPY, in the transaction of `school`."""
    driver = cast("psycopg.Connection", school.connection.driver_connection)
    done = 0
    for table in imported_tables():
        columns = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns)
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
        try:
            with driver.cursor() as cursor, cursor.copy(into) as copy:
                for batch in _batches(table, plan):
                    for row in batch:
                        copy.write_row(row)
                    done += len(batch)
                    on_progress("rows written", done, total)
        except DataError as error:  # such as a text that is too long or a number out of range
            raise RowRejectedError(f"{RowRejectedError.sentence} The value is in the table {table.name}.") from error


def compare_rows(plan: ImportPlan, school: Connection, total: int, on_progress: ProgressCallback) -> RowComparison:
    """Compare every imported row in all columns, and every student's balance."""
    comparison = RowComparison()
    done = 0
    for table in imported_tables():
        comparison.rows[table.name] = 0
        for batch in _batches(table, plan):
            equal = _count_equal(table, batch, school)
            if equal < len(batch):
                comparison.differences.append(f"{len(batch) - equal} rows of {table.name} differ.")
            comparison.rows[table.name] += equal
            done += len(batch)
            on_progress("rows compared", done, total)
    _compare_balances(plan, school, comparison)
    return comparison


def _rows(table: Table, plan: ImportPlan) -> Select[RowValues]:
    query = select(*table.columns).where(owned_by(table, plan.new))
    if column := TEACHER_KEY_COLUMNS.get(table.name):
        query = query.where(table.columns[column].not_in(plan.merged))
    if table.name == ClassMember.__tablename__:
        query = query.where(table.columns["id"].in_(member_ids(plan)))
    return query


def member_ids(plan: ImportPlan) -> Sequence[str]:
    """Return the IDs of the co-teachers to import: those who come along, each account of the school once a class.

    The account to which the class goes isn't its co-teacher, whoever was merged into it.
    """
    owner = Classroom.teacher_id.label("owner")
    query = select(ClassMember.id, ClassMember.classroom_id, ClassMember.teacher_id, owner).join(Classroom)
    found: dict[tuple[str, str], str] = {}
    for row in plan.source.connection.execute(query.where(owner.in_(plan.new)).order_by(ClassMember.id)):
        account = plan.account_of(row.teacher_id)
        if account not in {None, plan.account_of(row.owner)}:
            found.setdefault((row.classroom_id, str(account)), row.id)
    return list(found.values())


def _batches(table: Table, plan: ImportPlan) -> Iterator[list[RowValues]]:
    """Yield the rows to import in batches, with the values that they get at the school."""
    rows = plan.source.connection.execution_options(yield_per=BATCH_SIZE).execute(
        _rows(table, plan).order_by(primary_key(table))
    )
    to_school = _RowMapper(table, plan)
    for batch in rows.partitions():
        yield [to_school(tuple(row)) for row in batch]


class _RowMapper:
    """Replaces the IDs of merged teachers and changed class codes in a table's rows."""

    def __init__(self, table: Table, plan: ImportPlan) -> None:
        indexes = {column.name: index for index, column in enumerate(table.columns)}
        self._teacher_indexes = [indexes[name] for name in TEACHER_COLUMNS.get(table.name, ())]
        self._merged = plan.merged
        self._code_indexes = (indexes["id"], indexes["class_code"]) if table.name == "classrooms" else None
        self._codes = plan.codes

    def __call__(self, row: RowValues) -> RowValues:
        values = list(row)
        for index in self._teacher_indexes:
            values[index] = self._merged.get(values[index], values[index])
        if self._code_indexes:
            id_index, code_index = self._code_indexes
            values[code_index] = self._codes.get(values[id_index], values[code_index])
        return tuple(values)


def _count_equal(table: Table, batch: list[RowValues], school: Connection) -> int:
    """Count the rows of the batch that the school has with equal values in all columns."""
    key = primary_key(table)
    index = list(table.columns).index(key)
    query = select(*table.columns).where(key == any_(bindparam("keys", type_=ARRAY(String))))
    stored = {row[index]: tuple(row) for row in school.execute(query, {"keys": [row[index] for row in batch]})}
    return sum(stored.get(row[index]) == row for row in batch)


def _compare_balances(plan: ImportPlan, school: Connection, comparison: RowComparison) -> None:
    ids = list(plan.source.connection.scalars(select(Student.id).where(owned_by(_STUDENTS, plan.new))))
    for start in range(0, len(ids), STUDENT_BATCH_SIZE):
        batch = ids[start : start + STUDENT_BATCH_SIZE]
        expected, stored = _balances(plan.source.connection, batch), _balances(school, batch)
        equal = sum(expected[each] == stored.get(each) for each in batch)
        comparison.balances += equal
        if equal < len(batch):
            comparison.differences.append(f"{len(batch) - equal} balances differ.")


def _balances(rows: Connection, ids: list[str]) -> dict[str, tuple[int, int]]:
    """Return the stored balance and the sum of ledger entries by student ID."""
    entries = select(func.sum(LedgerEntry.amount)).where(LedgerEntry.student_id == Student.id)
    query = select(Student.id, SPENDABLE, func.coalesce(entries.scalar_subquery(), 0)).outerjoin(Balance)
    return {student: (stored, int(added)) for student, stored, added in rows.execute(query.where(Student.id.in_(ids)))}


_STUDENTS = cast("Table", Student.__table__)
