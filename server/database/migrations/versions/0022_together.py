"""Add what several people of a class do together.

Items of the store get a limit for each student, classes an open or closed store; both as before for what there is.
Students get an item to save for, classes a goal to which students give goalbucks.
Classes get co-teachers, invitations to join them, and a code for substitutes, whose sessions name the substitution.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    add_store_rules()
    create_savings_goals()
    create_class_goals()
    create_members()
    create_substitutions()


def add_store_rules() -> None:
    op.execute(
        "ALTER TABLE store_items ADD COLUMN per_student INTEGER"
        " CONSTRAINT ck_store_items_per_student_in_range CHECK (per_student BETWEEN 1 AND 99)"
    )
    op.add_column("store_items", sa.Column("per", sa.String(length=10), nullable=False, server_default="ever"))
    op.add_column("classrooms", sa.Column("store_open", sa.Boolean(), nullable=False, server_default=sa.true()))


def create_savings_goals() -> None:
    op.create_table(
        "savings_goals",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("item_id", sa.String(length=36), nullable=True),
        sa.Column("item_name", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_savings_goals_student_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["item_id"], ["store_items.id"], name="fk_savings_goals_item_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_savings_goals"),
    )
    op.create_index("uq_savings_goals_student_id", "savings_goals", ["student_id"], unique=True)
    op.create_index("ix_savings_goals_item_id", "savings_goals", ["item_id"])


def create_class_goals() -> None:
    op.create_table(
        "class_goals",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("goalbucks", sa.Integer(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_class_goals_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_goals"),
    )
    op.create_index("ix_class_goals_classroom_id", "class_goals", ["classroom_id"])
    op.create_index(
        "uq_class_goals_classroom_id_open",
        "class_goals",
        ["classroom_id"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "class_goal_gifts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("class_goal_id", sa.String(length=36), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.String(length=36), nullable=False),
        sa.Column("returned_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_goal_id"], ["class_goals.id"], name="fk_class_goal_gifts_class_goal_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_class_goal_gifts_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_goal_gifts"),
    )
    op.create_index("ix_class_goal_gifts_class_goal_id", "class_goal_gifts", ["class_goal_id"])
    op.create_index("ix_class_goal_gifts_student_id", "class_goal_gifts", ["student_id"])


def create_members() -> None:
    op.create_table(
        "class_members",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_class_members_classroom_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name="fk_class_members_teacher_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_members"),
    )
    op.create_index(
        "uq_class_members_teacher_id_classroom_id", "class_members", ["teacher_id", "classroom_id"], unique=True
    )
    op.create_index("ix_class_members_classroom_id", "class_members", ["classroom_id"])
    with op.batch_alter_table("invites") as invites:
        invites.add_column(sa.Column("classroom_id", sa.String(length=36), nullable=True))
        invites.create_foreign_key(
            "fk_invites_classroom_id", "classrooms", ["classroom_id"], ["id"], ondelete="CASCADE"
        )
    op.create_index("ix_invites_classroom_id", "invites", ["classroom_id"])


def create_substitutions() -> None:
    op.create_table(
        "substitute_codes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_substitute_codes_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_substitute_codes"),
        sa.UniqueConstraint("classroom_id", name="uq_substitute_codes_classroom_id"),
        sa.UniqueConstraint("code_hash", name="uq_substitute_codes_code_hash"),
    )
    op.create_table(
        "substitutions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_substitutions_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_substitutions"),
    )
    op.create_index("ix_substitutions_classroom_id", "substitutions", ["classroom_id"])
    op.add_column("sessions", sa.Column("substitution_id", sa.String(length=36), nullable=True))
    op.create_index("ix_sessions_substitution_id", "sessions", ["substitution_id"])
