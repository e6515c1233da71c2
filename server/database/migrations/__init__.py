"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0003"
"""The newest revision in `versions`."""
