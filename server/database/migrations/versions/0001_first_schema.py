"""Create the first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_idempotency_keys"),
    )
    op.create_index("uq_idempotency_keys_person_id_key", "idempotency_keys", ["person_id", "key"], unique=True)

    op.create_table(
        "known_browsers",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_key", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_known_browsers"),
    )
    op.create_index("ix_known_browsers_browser", "known_browsers", ["browser"])
    op.create_index("uq_known_browsers_account_key_browser", "known_browsers", ["account_key", "browser"], unique=True)

    op.create_table(
        "sign_in_failures",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_key", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sign_in_failures"),
    )
    op.create_index("ix_sign_in_failures_account_key_created_at", "sign_in_failures", ["account_key", "created_at"])
    op.create_index("ix_sign_in_failures_address", "sign_in_failures", ["address"])

    op.create_table(
        "teachers",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("email_key", sa.String(length=320), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_teachers"),
        sa.UniqueConstraint("email_key", name="uq_teachers_email_key"),
    )
    op.create_table(
        "classrooms",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("grade_level", sa.String(length=200), nullable=True),
        sa.Column("class_code", sa.String(length=6), nullable=False),
        sa.ForeignKeyConstraint(["teacher_id"], ["teachers.id"], name="fk_classrooms_teacher_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_classrooms"),
        sa.UniqueConstraint("class_code", name="uq_classrooms_class_code"),
    )
    op.create_index("ix_classrooms_teacher_id", "classrooms", ["teacher_id"])

    op.create_table(
        "students",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("username", sa.String(length=200), nullable=False),
        sa.Column("username_key", sa.String(length=4000), nullable=False),
        sa.Column("first_name", sa.String(length=200), nullable=False),
        sa.Column("last_name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_students_classroom_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_students"),
    )
    op.create_index("uq_students_classroom_id_username_key", "students", ["classroom_id", "username_key"], unique=True)

    op.create_table(
        "balances",
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("earned", sa.BigInteger(), nullable=False),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.Column("goals_completed", sa.Integer(), nullable=False),
        sa.Column("goals_goalbucks", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_balances_student_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("student_id", name="pk_balances"),
    )
    op.create_table(
        "goalbuck_entries",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("source_id", sa.String(length=36), nullable=False),
        sa.Column("description", sa.String(length=5000), nullable=False),
        sa.Column("created_by", sa.String(length=36), nullable=False),
        sa.Column("balance_after", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name="ck_goalbuck_entries_amount_moves"),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name="fk_goalbuck_entries_student_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_goalbuck_entries"),
    )
    op.create_index("ix_goalbuck_entries_student_id_id", "goalbuck_entries", ["student_id", "id"])
    op.create_index(
        "uq_goalbuck_entries_student_id_reason_source_id",
        "goalbuck_entries",
        ["student_id", "reason", "source_id"],
        unique=True,
    )

    op.create_table(
        "goals",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("goalbucks", sa.Integer(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("credit_id", sa.String(length=36), nullable=True),
        sa.CheckConstraint("(status = 'completed') = (credit_id IS NOT NULL)", name="ck_goals_completed_is_paid"),
        sa.CheckConstraint("goalbucks BETWEEN 1 AND 1000000", name="ck_goals_goalbucks_in_range"),
        sa.ForeignKeyConstraint(["classroom_id"], ["classrooms.id"], name="fk_goals_classroom_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_goals_student_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_goals"),
    )
    op.create_index("ix_goals_classroom_id", "goals", ["classroom_id"])
    op.create_index(
        "ix_goals_student_id_status_completed_at_id", "goals", ["student_id", "status", "completed_at", "id"]
    )

    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("teacher_id", sa.String(length=36), nullable=True),
        sa.Column("student_id", sa.String(length=36), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(teacher_id IS NULL) <> (student_id IS NULL)", name="ck_sessions_one_account"),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_sessions_student_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["teacher_id"], ["teachers.id"], name="fk_sessions_teacher_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_index("ix_sessions_student_id", "sessions", ["student_id"])
    op.create_index("ix_sessions_teacher_id", "sessions", ["teacher_id"])

    op.create_table(
        "submissions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("goal_id", sa.String(length=36), nullable=False),
        sa.Column("student_id", sa.String(length=36), nullable=False),
        sa.Column("classroom_id", sa.String(length=36), nullable=False),
        sa.Column("image_key", sa.String(length=64), nullable=True),
        sa.Column("submission_text", sa.String(length=5000), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("comment", sa.String(length=5000), nullable=True),
        sa.Column("allow_resubmission", sa.Boolean(), nullable=False),
        sa.Column("review_id", sa.String(length=36), nullable=True),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reviewed_by", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classrooms.id"], name="fk_submissions_classroom_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["goal_id"], ["goals.id"], name="fk_submissions_goal_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name="fk_submissions_student_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
    )
    op.create_index("ix_submissions_classroom_id_status_id", "submissions", ["classroom_id", "status", "id"])
    op.create_index("ix_submissions_goal_id_id", "submissions", ["goal_id", "id"])
    op.create_index("ix_submissions_student_id_id", "submissions", ["student_id", "id"])
    op.create_index(
        "uq_submissions_goal_id_pending",
        "submissions",
        ["goal_id"],
        unique=True,
        sqlite_where=sa.text("status = 'pending'"),
        postgresql_where=sa.text("status = 'pending'"),
    )


def downgrade() -> None:

    op.drop_table("submissions")

    op.drop_table("sessions")

    op.drop_table("goals")

    op.drop_table("goalbuck_entries")
    op.drop_table("balances")

    op.drop_table("students")

    op.drop_table("classrooms")
    op.drop_table("teachers")

    op.drop_table("sign_in_failures")

    op.drop_table("known_browsers")

    op.drop_table("idempotency_keys")
