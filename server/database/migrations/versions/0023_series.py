"""Add recurring goals: series, their students, the days that were made, and days without school.

Goals get the id of their series, null for all goals before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0021"


def upgrade() -> None:
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
        sa.UniqueConstraint("series_id", "student_id", name="uq_goal_series_students_series_id"),
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
        sa.UniqueConstraint("series_id", "day", name="uq_goal_series_days_series_id"),
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
