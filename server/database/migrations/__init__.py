"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0004"
"""The newest revision in `versions`."""
