"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0016"
"""The newest revision in `versions`."""
