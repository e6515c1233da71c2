"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0010"
"""The newest revision in `versions`."""
