"""`goalbucks move-to` accounts for every unique column and every column with a teacher's ID."""

from sqlalchemy import Index, String, UniqueConstraint

from server.school.importing.imported_tables import IMPORTED_MODELS, TEACHER_COLUMNS, imported_tables
from tests.school.move_to import IMPORTED_TABLES


class TestTables:
    """New tables, unique columns and columns with a teacher's ID need a decision."""

    def test_every_imported_table_is_part_of_the_test_of_a_move(self) -> None:
        assert {each.__tablename__ for each in IMPORTED_MODELS} == IMPORTED_TABLES

    def test_every_unique_column_is_a_known_conflict_or_unique_within_a_class(self) -> None:
        unique = {
            f"{table.name}.{'+'.join(column.name for column in each.columns)}"
            for table in imported_tables()
            for each in (*table.constraints, *table.indexes)
            if isinstance(each, UniqueConstraint) or (isinstance(each, Index) and each.unique)
        }
        conflicts = {"teachers.email_key", "teachers.provider_uid", "classrooms.class_code"}
        within = {
            "class_goals.classroom_id",
            "class_members.teacher_id+classroom_id",
            "savings_goals.student_id",
            "students.classroom_id+external_id",
            "students.classroom_id+username_key",
            "goalbuck_entries.student_id+reason+source_id",
            "submissions.goal_id",
            "student_groups.classroom_id+name_key",
            "student_group_members.group_id+student_id",
            "goal_series_students.series_id+student_id",
            "goal_series_days.series_id+day",
            "family_comments.student_id",
            "family_comments.student_id+term_id",
            "terms.classroom_id+first_day",
        }
        assert unique == conflicts | within

    def test_every_column_that_may_hold_a_teachers_id_is_known(self) -> None:
        id_columns = {
            f"{table.name}.{column.name}"
            for table in imported_tables()
            for column in table.columns
            if isinstance(column.type, String) and column.type.length == 36 and not column.primary_key
            if not any(key.column.table.name != "teachers" for key in column.foreign_keys)
        }
        others = {
            "activity.classroom_id",
            "activity.goal_id",
            "activity.student_id",
            "balances.reset_id",
            "class_goal_gifts.entry_id",
            "goal_suggestions.goal_id",
            "goal_series_days.assignment_id",
            "goalbuck_entries.source_id",
            "goals.assignment_id",
            "goals.credit_id",
            "goals.series_id",
            "purchases.item_id",
            "submissions.review_id",
        }
        assert id_columns - others == {
            f"{table}.{column}" for table, columns in TEACHER_COLUMNS.items() for column in columns
        }
