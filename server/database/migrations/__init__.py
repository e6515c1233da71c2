"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0017"
"""The newest revision in `versions`."""
