"""Alembic environment: runs the migrations on the URL or connection that `server.database.migrate` passes."""

from alembic import context
from sqlalchemy import Connection

from server.database.base import Base
from server.database.sqlite import check_foreign_keys, disable_foreign_keys, open_sqlite_engine

database_url = context.config.get_main_option("sqlalchemy.url")
assert database_url is not None  # noqa: S101 - set by the only caller


def migrate_connection(connection: Connection) -> None:
    """Migrate over the caller's connection: PostgreSQL, or an empty SQLite database in memory."""
    context.configure(connection=connection, target_metadata=Base.metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()


def migrate_file(url: str) -> None:
    """Migrate a SQLite file with foreign keys off, because Alembic's batch mode rebuilds tables."""
    engine = open_sqlite_engine(url)
    with engine.connect() as connection:
        dangling = disable_foreign_keys(connection)
        # SQLite's DDL is transactional once the driver's own BEGIN is off, so an upgrade is atomic.
        context.configure(
            connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
        )
        with context.begin_transaction():
            context.run_migrations()
            check_foreign_keys(connection, dangling_before=dangling)
    engine.dispose()


shared_connection = context.config.attributes.get("connection")
if shared_connection is None:
    migrate_file(database_url)
else:
    migrate_connection(shared_connection)
