"""Add the pictures of goals and store items; null for none."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    for table in ("goals", "store_items"):
        op.add_column(table, sa.Column("picture", sa.String(length=20), nullable=True))
