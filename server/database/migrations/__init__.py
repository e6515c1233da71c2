"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0022"
"""The newest revision in `versions`."""
