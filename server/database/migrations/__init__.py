"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0019"
"""The newest revision in `versions`."""
