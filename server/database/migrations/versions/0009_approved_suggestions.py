"""Add what the teacher approved to goal suggestions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("goal_suggestions", sa.Column("approved_name", sa.String(length=200), nullable=True))
    op.add_column("goal_suggestions", sa.Column("approved_goalbucks", sa.Integer(), nullable=True))
