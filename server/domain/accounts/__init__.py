"""What a person changes about the own account, and how a teacher lets a student in again."""
