"""Create the tables of the store and of goal suggestions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "store_items",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("description", sa.String(length=5000), nullable=True),
        sa.Column("goalbucks_cost", sa.Integer(), nullable=False),
        sa.Column("stock", sa.Integer(), nullable=True),
        sa.CheckConstraint("goalbucks_cost BETWEEN 1 AND 1000000", name="ck_store_items_cost_in_range"),
        sa.CheckConstraint("stock BETWEEN 0 AND 1000000", name="ck_store_items_stock_in_range"),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_store_items_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_store_items"),
    )
    op.create_index("ix_store_items_classroom_id", "store_items", ["classroom_id"])

    op.create_table(
        "purchases",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("item_id", sa.String(length=36), nullable=False),
        sa.Column("item_name", sa.String(length=200), nullable=False),
        sa.Column("goalbucks_cost", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("fulfilled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fulfilled_by", sa.String(length=36), nullable=True),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancel_reason", sa.String(length=5000), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_purchases_classroom_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_purchases_student_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_purchases"),
    )
    op.create_index("ix_purchases_classroom_id_id", "purchases", ["classroom_id", "id"])
    op.create_index("ix_purchases_classroom_id_status_id", "purchases", ["classroom_id", "status", "id"])
    op.create_index(
        "ix_purchases_classroom_id_status_fulfilled_at_id",
        "purchases",
        ["classroom_id", "status", "fulfilled_at", "id"],
    )
    op.create_index("ix_purchases_student_id_id", "purchases", ["student_id", "id"])

    op.create_table(
        "goal_suggestions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("suggested_name", sa.String(length=200), nullable=False),
        sa.Column("suggested_goalbucks", sa.Integer(), nullable=False),
        sa.Column("description", sa.String(length=5000), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=True),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("suggested_goalbucks BETWEEN 1 AND 1000000", name="ck_goal_suggestions_goalbucks_in_range"),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_goal_suggestions_classroom_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_goal_suggestions_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_goal_suggestions"),
    )
    op.create_index("ix_goal_suggestions_classroom_id_status_id", "goal_suggestions", ["classroom_id", "status", "id"])
    op.create_index("ix_goal_suggestions_student_id_status_id", "goal_suggestions", ["student_id", "status", "id"])

    # Indexes for lists of one class, and of one status: their time doesn't grow with the history.
    op.drop_index("ix_goals_classroom_id", "goals")
    op.create_index("ix_goals_classroom_id_id", "goals", ["classroom_id", "id"])
    op.create_index("ix_goals_classroom_id_status_id", "goals", ["classroom_id", "status", "id"])
    op.create_index("ix_submissions_classroom_id_id", "submissions", ["classroom_id", "id"])
    op.create_index("ix_submissions_student_id_status_id", "submissions", ["student_id", "status", "id"])


def downgrade() -> None:

    op.drop_index("ix_submissions_student_id_status_id", "submissions")
    op.drop_index("ix_submissions_classroom_id_id", "submissions")
    op.drop_index("ix_goals_classroom_id_status_id", "goals")
    op.drop_index("ix_goals_classroom_id_id", "goals")
    op.create_index("ix_goals_classroom_id", "goals", ["classroom_id"])

    op.drop_table("goal_suggestions")

    op.drop_table("purchases")

    op.drop_table("store_items")
