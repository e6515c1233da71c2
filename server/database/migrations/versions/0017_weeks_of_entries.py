"""Add the week in which a ledger entry counts, and when a balance was last reset; null: never.

The week is the Monday of the local date of posting, in the time zone of the computer that migrates. A reversal has the
week of its credit, a refund that of its purchase.
"""

from collections import defaultdict
from datetime import UTC, date, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

BATCH_SIZE = 1000
AMOUNT_CHECK = "ck_goalbuck_entries_ck_goalbuck_entries_amount_moves"
entries = sa.table(
    "goalbuck_entries",
    *map(sa.column, ("id", "student_id", "reason", "source_id")),
    sa.column("created_at", sa.DateTime(timezone=True)),
    sa.column("week", sa.Date()),
)
undone = entries.alias()


def upgrade() -> None:
    op.add_column("balances", sa.Column("reset_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("goalbuck_entries", sa.Column("week", sa.Date(), nullable=True))
    fill_in_weeks(op.get_bind())
    copy_weeks("goal_reversed", undone.c.reason == "goal", undone.c.id == entries.c.source_id)
    copy_weeks("award_reversed", undone.c.reason == "award", undone.c.id == entries.c.source_id)
    copy_weeks("refund", undone.c.reason == "purchase", undone.c.source_id == entries.c.source_id)
    with op.batch_alter_table("goalbuck_entries") as table:
        table.alter_column("week", existing_type=sa.Date(), nullable=False)
        # Alembic copies constraints in any order; this one becomes the last, so that all files have the same statement.
        table.drop_constraint(op.f(AMOUNT_CHECK), type_="check")
        table.create_check_constraint(op.f(AMOUNT_CHECK), "amount <> 0")


def fill_in_weeks(connection: sa.Connection) -> None:
    last_id = ""
    query = sa.select(entries.c.id, entries.c.created_at).order_by(entries.c.id).limit(BATCH_SIZE)
    while rows := connection.execute(query.where(entries.c.id > last_id)).all():
        ids: dict[date, list[str]] = defaultdict(list)
        for entry_id, created_at in rows:
            # SQLite has no time zones: its times are in UTC.
            local = (created_at.replace(tzinfo=UTC) if created_at.tzinfo is None else created_at).astimezone().date()
            ids[local - timedelta(days=local.weekday())].append(entry_id)
        for week, of_week in ids.items():
            connection.execute(entries.update().where(entries.c.id.in_(of_week)).values(week=week))
        last_id = rows[-1].id


def copy_weeks(reason: str, *is_undone: sa.ColumnElement[bool]) -> None:
    week = sa.select(undone.c.week).where(undone.c.student_id == entries.c.student_id, *is_undone).scalar_subquery()
    op.execute(entries.update().where(entries.c.reason == reason).values(week=sa.func.coalesce(week, entries.c.week)))
