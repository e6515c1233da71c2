"""Of every table, and every column by which people are told apart, somebody has decided whether and how it moves."""

from importlib import import_module

from sqlalchemy import Index, String, UniqueConstraint

from server.database.base import Base
from server.school.importing.tables import EXCLUDED_TABLES, IMPORTED_MODELS, TEACHER_COLUMNS, imported_tables
from tests.school.moves import MOVED


class TestEveryTableIsDecidedOn:
    """Whoever adds a table, a unique column, or one that names people comes by here."""

    def test_each_moves_or_stays(self) -> None:
        import_module("server.app")
        assert {*Base.metadata.tables} == {each.__tablename__ for each in IMPORTED_MODELS} | EXCLUDED_TABLES.keys()
        assert {each.__tablename__ for each in IMPORTED_MODELS} == MOVED

    def test_each_unique_column_is_a_clash_or_within_a_class(self) -> None:
        unique = {
            f"{table.name}.{'+'.join(column.name for column in each.columns)}"
            for table in imported_tables()
            for each in (*table.constraints, *table.indexes)
            if isinstance(each, UniqueConstraint) or (isinstance(each, Index) and each.unique)
        }
        clashes = {"teachers.email_key", "teachers.provider_uid", "classrooms.class_code"}
        within = {
            "students.classroom_id+username_key",
            "goalbuck_entries.student_id+reason+source_id",
            "submissions.goal_id",
        }
        assert unique == clashes | within

    def test_each_column_that_may_name_a_teacher_is_known(self) -> None:
        of_ids = {
            f"{table.name}.{column.name}"
            for table in imported_tables()
            for column in table.columns
            if isinstance(column.type, String) and column.type.length == 36 and not column.primary_key
            if not any(key.column.table.name != "teachers" for key in column.foreign_keys)
        }
        others = {
            "activity.classroom_id",
            "activity.student_id",
            "goal_suggestions.goal_id",
            "goalbuck_entries.source_id",
            "goals.assignment_id",
            "goals.credit_id",
            "purchases.item_id",
            "submissions.review_id",
        }
        assert of_ids - others == {
            f"{table}.{column}" for table, columns in TEACHER_COLUMNS.items() for column in columns
        }
