"""Add the device of a teacher's session, such as "Windows, Chrome"; null: unknown, or a student's."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("device", sa.String(length=100), nullable=True))
