"""Add the account at an identity provider to teachers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("teachers") as teachers:
        teachers.alter_column("password_hash", existing_type=sa.String(), nullable=True)
        teachers.add_column(sa.Column("provider_uid", sa.String(length=200), nullable=True))
        teachers.add_column(sa.Column("email_verified", sa.Boolean(), nullable=False, server_default=sa.false()))
        teachers.create_unique_constraint("uq_teachers_provider_uid", ["provider_uid"])
