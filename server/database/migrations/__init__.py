"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0012"
"""The newest revision in `versions`."""
