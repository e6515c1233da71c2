"""One Alembic tree for SQLite and PostgreSQL."""

HEAD = "0005"
"""The newest revision in `versions`."""
