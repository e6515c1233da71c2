"""`goalbucks migrate`: upgrade the schema of a school's database to this version and print the result."""

from sqlalchemy.exc import SQLAlchemyError

from launcher.cli.console import fail, print_line
from launcher.exit_codes import ExitCode
from launcher.launch_options import LaunchOptions
from launcher.startup.database_errors import describe_database_error
from server.database.migrate import migrate
from server.deployment import Deployment
from server.errors import DomainError


def run(options: LaunchOptions) -> int:
    """Run the migration; exit code 0 when the schema is this version's."""
    settings = options.settings
    if Deployment.of(settings).uses_sqlite:
        print_line("The SQLite database of this data folder is upgraded when GoalBucks starts.")
        return ExitCode.OK
    try:
        changed = migrate(settings.database_url)
    except DomainError as error:
        return fail(error.message)
    except SQLAlchemyError as error:
        if (sentence := describe_database_error(error)) is None:
            raise
        return fail(sentence)
    print_line("The database was upgraded." if changed else "The database is up to date.")
    return ExitCode.OK
