"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0008"
"""The newest revision in `versions`."""
