"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0001"
"""The newest revision in `versions`."""
