"""Create groups of a class's students, and the students in them."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0019"


def upgrade() -> None:
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
