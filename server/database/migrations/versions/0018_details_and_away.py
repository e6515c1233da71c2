"""Add the details of goals; null: none. And since when students are away; null: they aren't."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("goals", sa.Column("details", sa.String(length=500), nullable=True))
    op.add_column("students", sa.Column("away_since", sa.DateTime(timezone=True), nullable=True))
