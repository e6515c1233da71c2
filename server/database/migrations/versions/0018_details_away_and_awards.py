"""Add the details of goals, since when students are away, and an index of the awards that a teacher gave.

Details are null for none, and the time is null for a student who isn't away.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("goals", sa.Column("details", sa.String(length=500), nullable=True))
    op.add_column("students", sa.Column("away_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_goalbuck_entries_created_by_id_award",
        "goalbuck_entries",
        ["created_by", "id"],
        sqlite_where=sa.text("reason = 'award'"),
        postgresql_where=sa.text("reason = 'award'"),
    )
