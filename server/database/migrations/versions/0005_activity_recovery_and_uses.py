"""Create activity, recovery codes and rate limit events; add the time when an image was removed for its age."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "activity",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("who_role", sa.String(length=10), nullable=True),
        sa.Column("who_id", sa.String(length=36), nullable=True),
        sa.Column("who_name", sa.String(length=401), nullable=True),
        sa.Column("classroom_id", sa.String(length=36), nullable=True),
        sa.Column("student_id", sa.String(length=36), nullable=True),
        sa.Column("student_name", sa.String(length=401), nullable=True),
        sa.Column("about", sa.String(length=401), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(length=64), nullable=True),
        sa.Column("device", sa.String(length=100), nullable=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["teacher_id"], ["teachers.id"], name="fk_activity_teacher_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_activity"),
    )
    op.create_index("ix_activity_teacher_id_id", "activity", ["teacher_id", "id"])
    op.create_index("ix_activity_student_id", "activity", ["student_id"])
    op.create_table(
        "recovery_codes",
        sa.Column("teacher_id", sa.String(length=36), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name="fk_recovery_codes_teacher_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("teacher_id", name="pk_recovery_codes"),
    )
    op.create_table(
        "uses",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uses"),
    )
    op.create_index("ix_uses_kind_key_created_at", "uses", ["kind", "key", "created_at"])
    op.add_column("preferences", sa.Column("image_retention_days", sa.Integer(), nullable=True))
    op.add_column("submissions", sa.Column("image_removed_at", sa.DateTime(timezone=True), nullable=True))
