"""Alembic migrations for SQLite and PostgreSQL."""

HEAD = "0018"
"""The newest revision in `versions`."""
