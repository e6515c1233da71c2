"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0015"
"""The newest revision in `versions`."""
