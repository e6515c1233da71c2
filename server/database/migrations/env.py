"""Alembic's entry: runs the migrations on the database that `server.database.migrate` names."""

from alembic import context
from sqlalchemy import Connection

from server.database.base import Base
from server.database.engine import leave_references_alone, open_engine, require_sound_references

named = context.config.get_main_option("sqlalchemy.url")
assert named is not None  # noqa: S101 - set by the only caller


def on_connection(connection: Connection) -> None:
    """Migrate over the caller's connection: to PostgreSQL, which checks references itself, or to an empty database."""
    context.configure(connection=connection, target_metadata=Base.metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()


def on_file(url: str) -> None:
    """SQLite rebuilds tables."""
    engine = open_engine(url)
    with engine.connect() as connection:
        dangling = leave_references_alone(connection)
        # SQLite's DDL is transactional once the driver leaves BEGIN to us: an upgrade is whole or not at all.
        context.configure(
            connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
        )
        with context.begin_transaction():
            context.run_migrations()
            require_sound_references(connection, dangling_before=dangling)
    engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    on_file(named)
else:
    on_connection(given)
