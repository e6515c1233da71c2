"""Add the goal that an event of the activity log concerns; null for events before, and for those of no single goal."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("activity", sa.Column("goal_id", sa.String(length=36), nullable=True))
