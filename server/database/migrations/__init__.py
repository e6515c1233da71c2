"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0024"
"""The newest revision in `versions`."""
