"""Add what a school year needs.

Goals get the worth of those that were completed for less, and why and when one ended; null for all goals before.
Classes get groups of students, and goals that repeat; teachers get days without school.
Classes get terms; in balances, the id by which a reset is known replaces its time, which no version has set.
Students get comments for their families, one a term, and the ledger the index by which progress sums it: of three
years of 40 students it takes the sums of one from 160 to 13 ms.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    add_columns_of_goals()
    create_groups()
    create_series()
    create_terms()
    create_comments()


def add_columns_of_goals() -> None:
    op.add_column("goals", sa.Column("offered_goalbucks", sa.Integer(), nullable=True))
    op.add_column("goals", sa.Column("ended_reason", sa.String(length=10), nullable=True))
    op.add_column("goals", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))


def create_groups() -> None:
    op.create_table(
        "student_groups",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=800), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_student_groups_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_student_groups"),
    )
    op.create_index(
        "uq_student_groups_classroom_id_name_key", "student_groups", ["classroom_id", "name_key"], unique=True
    )
    op.create_table(
        "student_group_members",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("group_id", sa.String(length=36), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["student_groups.id"], name="fk_student_group_members_group_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_student_group_members_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_student_group_members"),
    )
    op.create_index(
        "uq_student_group_members_group_id_student_id", "student_group_members", ["group_id", "student_id"], unique=True
    )
    op.create_index("ix_student_group_members_student_id", "student_group_members", ["student_id"])


def create_series() -> None:
    op.create_table(
        "goal_series",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("goalbucks", sa.Integer(), nullable=False),
        sa.Column("details", sa.String(length=500), nullable=True),
        sa.Column("picture", sa.String(length=20), nullable=True),
        sa.Column("weekdays", sa.String(length=27), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("for_everybody", sa.Boolean(), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_goal_series_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_goal_series"),
    )
    op.create_index("ix_goal_series_classroom_id", "goal_series", ["classroom_id"])
    op.create_table(
        "goal_series_students",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("series_id", sa.String(length=36), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["series_id"], ["goal_series.id"], name="fk_goal_series_students_series_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_goal_series_students_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_goal_series_students"),
        sa.UniqueConstraint("series_id", "student_id", name="uq_goal_series_students_series_id_student_id"),
    )
    op.create_index("ix_goal_series_students_student_id", "goal_series_students", ["student_id"])
    op.create_table(
        "goal_series_days",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("series_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("assignment_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["series_id"], ["goal_series.id"], name="fk_goal_series_days_series_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_goal_series_days_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_goal_series_days"),
        sa.UniqueConstraint("series_id", "day", name="uq_goal_series_days_series_id_day"),
    )
    op.create_index("ix_goal_series_days_classroom_id", "goal_series_days", ["classroom_id"])
    op.create_table(
        "no_school_days",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name="fk_no_school_days_teacher_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_no_school_days"),
    )
    op.create_index("ix_no_school_days_teacher_id", "no_school_days", ["teacher_id"])
    op.add_column("goals", sa.Column("series_id", sa.String(length=36), nullable=True))
    op.create_index(
        "ix_goals_series_id_status",
        "goals",
        ["series_id", "status"],
        sqlite_where=sa.text("series_id IS NOT NULL"),
        postgresql_where=sa.text("series_id IS NOT NULL"),
    )


def create_terms() -> None:
    op.create_table(
        "terms",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["classroom_id"], ["classrooms.id"], name="fk_terms_classroom_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_terms"),
    )
    op.add_column("balances", sa.Column("reset_id", sa.String(length=36), nullable=True))
    op.drop_column("balances", "reset_at")
    op.create_index("uq_terms_classroom_id_first_day", "terms", ["classroom_id", "first_day"], unique=True)


def create_comments() -> None:
    op.create_index(
        "ix_goalbuck_entries_student_id_week_reason_amount",
        "goalbuck_entries",
        ["student_id", "week", "reason", "amount"],
    )
    op.create_table(
        "family_comments",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("term_id", sa.String(length=36), nullable=True),
        sa.Column("text", sa.String(length=600), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["students.id"],
            name=op.f("fk_family_comments_student_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["term_id"], ["terms.id"], name="fk_family_comments_term_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_family_comments")),
    )
    op.create_index("uq_family_comments_student_id_term_id", "family_comments", ["student_id", "term_id"], unique=True)
    op.create_index(
        "uq_family_comments_student_id_running",
        "family_comments",
        ["student_id"],
        unique=True,
        sqlite_where=sa.text("term_id IS NULL"),
        postgresql_where=sa.text("term_id IS NULL"),
    )
    op.create_index("ix_family_comments_term_id", "family_comments", ["term_id"])
