"""Create the tables of picture sign-in: classes that use it, students' pictures, wrong tries."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "picture_classes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_picture_classes_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_picture_classes"),
        sa.UniqueConstraint("classroom_id", name="uq_picture_classes_classroom_id"),
    )
    op.create_table(
        "student_pictures",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("sequence", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_student_pictures_student_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_student_pictures_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_student_pictures"),
        sa.UniqueConstraint("student_id", name="uq_student_pictures_student_id"),
    )
    op.create_index(
        "uq_student_pictures_classroom_id_sequence", "student_pictures", ["classroom_id", "sequence"], unique=True
    )
    op.create_table(
        "picture_failures",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_picture_failures_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_picture_failures"),
    )
    op.create_index("ix_picture_failures_student_id", "picture_failures", ["student_id"])
