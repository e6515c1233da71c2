"""Add the login cards: one a student, with the hash of its code."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "login_cards",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=300), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_login_cards_student_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_login_cards"),
        sa.UniqueConstraint("student_id", name="uq_login_cards_student_id"),
        sa.UniqueConstraint("code_hash", name="uq_login_cards_code_hash"),
    )
