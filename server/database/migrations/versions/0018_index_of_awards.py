"""Add an index of the awards that a teacher gave, by time."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_index(
        "ix_goalbuck_entries_created_by_id_award",
        "goalbuck_entries",
        ["created_by", "id"],
        sqlite_where=sa.text("reason = 'award'"),
        postgresql_where=sa.text("reason = 'award'"),
    )
