"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0006"
"""The newest revision in `versions`."""
