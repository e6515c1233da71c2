"""Add the identifier that a student has in the school's lists, unique within the class; null: none."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("students", sa.Column("external_id", sa.String(length=200), nullable=True))
    op.create_index("uq_students_classroom_id_external_id", "students", ["classroom_id", "external_id"], unique=True)
