"""Create the preferences of the class computer."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("teacher_from_network", sa.Boolean(), nullable=False),
        sa.Column("keep_awake", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_preferences"),
    )
