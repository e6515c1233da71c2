"""Create invite codes and records of imported teachers; add disabled teachers and an index of known browsers by age."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "invites",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_invites"),
        sa.UniqueConstraint("code_hash", name="uq_invites_code_hash"),
    )
    op.create_table(
        "moves",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_moves"),
        sa.UniqueConstraint("source", name="uq_moves_source"),
    )
    op.create_index("ix_known_browsers_created_at", "known_browsers", ["created_at"])
    op.add_column("teachers", sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True))
