"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0023"
"""The newest revision in `versions`."""
