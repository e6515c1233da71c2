"""`goalbucks migrate`: brings a school's database up to this version, says in a sentence what came of it, and ends."""

import sys

from sqlalchemy.exc import SQLAlchemyError

from launcher.cli.parser import Start
from launcher.startup.database_errors import told
from server.database.migrate import migrate
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
        return _refuse(error.message)
    except SQLAlchemyError as error:
        if (sentence := told(error)) is None:
            raise
        return _refuse(sentence)
    print("The database is upgraded." if changed else "The database is up to date.")  # noqa: T201
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201 - who called it reads it there
    return 1
