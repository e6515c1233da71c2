"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0013"
"""The newest revision in `versions`."""
