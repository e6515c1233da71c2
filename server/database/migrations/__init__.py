"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0020"
"""The newest revision in `versions`."""
