"""Add the assignment id that goals assigned together share."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("goals", sa.Column("assignment_id", sa.String(length=36), nullable=True))
    op.create_index("ix_goals_assignment_id_status_id", "goals", ["assignment_id", "status", "id"])
