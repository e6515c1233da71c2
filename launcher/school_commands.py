"""`goalbucks migrate`: brings a school's database up to this version, says in a sentence what came of it, and ends."""

import sys

from launcher.arguments import Start
from server.database.migrate import migrate
from server.database.postgresql import DatabaseUnavailableError, is_unavailable
from server.errors import DomainError


def run(start: Start) -> int:
    """The command's exit code: 0 when the database is as this program needs it."""
    settings = start.settings
    if settings.has_file:
        print("This data folder's own file is upgraded by GoalBucks itself when it starts.")  # noqa: T201
        return 0
    try:
        changed = migrate(settings.database_url)
    except DomainError as error:
        return _refuse(error)
    except Exception as error:
        if not is_unavailable(error):
            raise
        return _refuse(DatabaseUnavailableError())
    print("The database is upgraded." if changed else "The database is up to date.")  # noqa: T201
    return 0


def _refuse(error: DomainError) -> int:
    print(error.message, file=sys.stderr)  # noqa: T201 - who called it reads it there
    return 1
