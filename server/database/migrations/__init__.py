"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0014"
"""The newest revision in `versions`."""
