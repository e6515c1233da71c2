"""Add the worth of goals that were completed for less, and why and when a goal ended; null for all goals before."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("goals", sa.Column("offered_goalbucks", sa.Integer(), nullable=True))
    op.add_column("goals", sa.Column("ended_reason", sa.String(length=10), nullable=True))
    op.add_column("goals", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
