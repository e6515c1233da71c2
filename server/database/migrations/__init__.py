"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0021"
"""The newest revision in `versions`."""
