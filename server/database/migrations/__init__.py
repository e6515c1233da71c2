"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0002"
"""The newest revision in `versions`."""
