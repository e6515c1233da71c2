"""`goalbucks migrate`: upgrade the schema of a school's database to this version and print the result."""

import sys

from sqlalchemy.exc import SQLAlchemyError

from launcher.cli.parser import LaunchOptions
from launcher.startup.database_errors import describe_database_error
from server.database.migrate import migrate
from server.deployment import Deployment
from server.errors import DomainError


def run(options: LaunchOptions) -> int:
    """Run the migration; exit code 0 when the schema is this version's."""
    settings = options.settings
    if Deployment.of(settings).uses_sqlite:
        print("This data folder's own file is upgraded by GoalBucks itself when it starts.")  # noqa: T201
        return 0
    try:
        changed = migrate(settings.database_url)
    except DomainError as error:
        return _fail(error.message)
    except SQLAlchemyError as error:
        if (sentence := describe_database_error(error)) is None:
            raise
        return _fail(sentence)
    print("The database is upgraded." if changed else "The database is up to date.")  # noqa: T201
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201 - a command line tool
    return 1
