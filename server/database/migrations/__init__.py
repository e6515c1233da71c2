"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0011"
"""The newest revision in `versions`."""
