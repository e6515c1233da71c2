"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0009"
"""The newest revision in `versions`."""
