"""Connections to the school's database for command line tools that run beside the servers."""

from server.database.base import advance_ids_past, newest_id
from server.database.hooks import Hooks
from server.database.migrate import NewerDatabaseError, SchemaOutdatedError, require_schema, sqlite_revision
from server.database.migrations import HEAD
from server.database.pooled_transactions import open_pooled_transactions
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.deployment import Deployment
from server.live.publisher import publish_by_notification
from server.settings import Settings

OUTDATED_FILE = "This data folder was last used with an earlier GoalBucks. Start GoalBucks once, then try again."


async def open_database(settings: Settings) -> Transactions:
    """Open the database; on PostgreSQL, commits notify the running servers.

    A SQLite file sends no notifications. Raises `SchemaOutdatedError`, `NewerDatabaseError` and, on PostgreSQL,
    `DatabaseUnavailableError`.
    """
    hooks = Hooks()
    url = settings.database_url
    if Deployment.of(settings).uses_sqlite:
        _require_file_schema(url)
        transactions: Transactions = SqliteTransactions(open_sqlite_engine(url), hooks)
    else:
        require_schema(url)
        hooks.after_flush.append(publish_by_notification)
        transactions = open_pooled_transactions(url, hooks)
    advance_ids_past(await transactions.read(newest_id))
    return transactions


def _require_file_schema(url: str) -> None:
    current = sqlite_revision(url)
    if current is not None and current > HEAD:
        raise NewerDatabaseError
    if current != HEAD:
        raise SchemaOutdatedError(OUTDATED_FILE)
