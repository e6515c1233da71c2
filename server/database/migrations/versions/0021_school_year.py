"""Add what a school year needs.

Goals get the worth of those that were completed for less, and why and when one ended; null for all goals before.
Classes get groups of students.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    add_columns_of_goals()
    create_groups()


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
