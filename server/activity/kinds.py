"""What is noted."""

from typing import Literal

Kind = Literal[
    "registered",
    "sign_in",
    "sign_in_failed",
    "sign_out_everywhere",
    "password_changed",
    "identity_connected",
    "recovery_code_made",
    "recovery_code_used",
    "recovery_code_failed",
    "submission_approved",
    "submission_denied",
    "submission_returned",
    "review_undone",
    "suggestion_approved",
    "suggestion_denied",
    "goal_completed",
    "goal_reopened",
    "goal_deleted",
    "student_password_changed",
    "student_unlocked",
    "student_moved",
    "student_deleted",
    "student_erased",
    "class_deleted",
    "class_code_changed",
    "item_deleted",
    "correction",
    "award",
    "purchase_cancelled",
    "purchase_fulfilled",
    "backup_made",
    "backup_restored",
    "export",
    "settings_changed",
    "password_reset",
    "account_disabled",
    "account_enabled",
    "class_handed_over",
    "class_taken_over",
]

AT_THE_DOOR: frozenset[Kind] = frozenset({"sign_in", "sign_in_failed", "recovery_code_failed"})
"""What people who aren't the teacher can cause, as often as they like."""
