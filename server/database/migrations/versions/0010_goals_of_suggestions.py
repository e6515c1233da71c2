"""Add the goal that an approved suggestion created."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("goal_suggestions", sa.Column("goal_id", sa.String(length=36), nullable=True))
