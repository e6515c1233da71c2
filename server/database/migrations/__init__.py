"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0007"
"""The newest revision in `versions`."""
