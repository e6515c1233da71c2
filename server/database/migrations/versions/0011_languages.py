"""Add the language that a teacher, a student or the whole computer has chosen; null: none."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for table in ("teachers", "students", "preferences"):
        op.add_column(table, sa.Column("language", sa.String(length=8), nullable=True))
