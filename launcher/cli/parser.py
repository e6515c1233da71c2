"""Parse the command line into `LaunchOptions`.

Settings come from the command line, else the environment, else the settings file in the data folder.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import ValidationError

from launcher.cli.admin_parser import add_admin_arguments
from launcher.cli.move_parser import add_move_arguments
from launcher.cli.options import add_data_dir, add_setting, option_name, unreadable_file_error
from launcher.errors import BadOptionError
from launcher.exit_codes import StatusExitCode
from launcher.launch_options import LaunchOptions
from launcher.startup.data_dir import not_readable_error
from server.settings import Settings, default_data_dir, program_version

SERVER_OPTIONS = ("host", "port", "data_dir", "tls_cert", "tls_key", "workers", "trusted_proxies", "log_format")
"""Command line options that are settings of the server."""

SCHOOL_OPTIONS = ("database_url", "media_url")
"""Arguments of `move-to` that are settings of the school's server."""

COMMANDS = ("backup", "restore", "check", "migrate", "admin", "move-to", "status")
"""Commands that run to completion; without one of them the server is started."""

DATA_DIR_VARIABLE = "GOALBUCKS_DATA_DIR"
SECRET_SETTINGS = frozenset({"database_url", "media_url", "metrics_token", "login_card_key"})
"""Settings that may contain a password, so that no error message repeats their value."""
ENVIRONMENT_ONLY = ("FIREBASE_AUTH_EMULATOR_HOST", "GOALBUCKS_DEVELOPMENT")
"""Not allowed in the settings file: write access to it would suffice to divert teachers' passwords."""
SETTINGS_FILE = "settings.env"
"""File in the data folder with a line `VARIABLE=value` for each setting. The environment takes precedence."""


def parse(argv: Sequence[str]) -> LaunchOptions:
    """Parse the arguments; errors exit with argparse's code 2 or raise BadOptionError."""
    given = _parse_arguments(argv)
    options = {name: given[name] for name in (*SERVER_OPTIONS, *SCHOOL_OPTIONS) if name in given}
    if given.get("folders"):
        options["data_dir"] = given["folders"][0]
    if "data_dir" not in options and os.environ.get(DATA_DIR_VARIABLE, "set").strip() == "":
        raise BadOptionError(f"{DATA_DIR_VARIABLE} is empty: set it to a folder, or unset it.")
    # Absolute, so that child processes with another working directory use the same folder.
    folder = options.get("data_dir") or os.environ.get(DATA_DIR_VARIABLE) or default_data_dir()
    settings = _settings(options | {"data_dir": Path(folder).expanduser().absolute()})
    desktop = given["command"] is None
    if desktop and settings.tls_cert:
        raise BadOptionError(
            "A certificate can be used only with 'goalbucks serve': it isn't valid for the window's own address."
        )
    return LaunchOptions(
        settings=settings,
        desktop=desktop,
        has_explicit_port="port" in settings.model_fields_set,
        announce=not given.get("no_announce", False),
        command=given["command"] if given["command"] in COMMANDS else None,
        backup_file=given.get("file"),
        passphrase_file=given.get("passphrase_file"),
        namespace=argparse.Namespace(**given),
    )


def _parse_arguments(argv: Sequence[str]) -> dict[str, Any]:
    try:
        return vars(_parser().parse_args(argv))
    except SystemExit as error:
        if error.code and argv[:1] == ["status"]:
            raise SystemExit(StatusExitCode.UNKNOWN) from None
        raise


def _settings(options: dict[str, Any]) -> Settings:
    file: Path = options["data_dir"] / SETTINGS_FILE
    try:
        names = {name.upper() for name in dotenv_values(file, encoding="utf-8-sig")}
        if misplaced := names.intersection(ENVIRONMENT_ONLY):
            raise BadOptionError(f"{min(misplaced)} isn't allowed in {SETTINGS_FILE}: it is for development only.")
        # Notepad starts a file with a byte order mark.
        return Settings(_env_file=file, _env_file_encoding="utf-8-sig", **options)
    except ValidationError as error:
        raise BadOptionError(_error_message(error)) from None
    except PermissionError:
        raise not_readable_error(options["data_dir"]) from None
    except (OSError, UnicodeDecodeError):
        raise unreadable_file_error(file) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="goalbucks",
        description="Without a command, starts the server and its window, or the server only where there is no screen.",
    )
    parser.add_argument("--version", action="version", version=f"GoalBucks {program_version()}")
    _add_settings(parser)
    commands = parser.add_subparsers(dest="command", metavar="command")
    serve = commands.add_parser("serve", help="start the server without a window")
    _add_settings(serve)
    add_setting(serve, "tls_cert", "certificate for HTTPS", metavar="FILE")
    add_setting(serve, "tls_key", "its key, if it is in a separate file", metavar="FILE")
    workers = "number of server processes that share the port, for a school's PostgreSQL"
    add_setting(serve, "workers", workers, metavar="N")
    proxies = "addresses or networks of the reverse proxy, separated by commas"
    add_setting(serve, "trusted_proxies", proxies, metavar="ADDRESSES")
    json = "json: log to standard output, one line of JSON per event"
    add_setting(serve, "log_format", json, metavar="text|json")
    _add_backup(commands.add_parser("backup", help="back up everything now; GoalBucks may be running"))
    _add_restore(commands.add_parser("restore", help="replace the current data with a backup"))
    check = commands.add_parser("check", help="check the database, the balances and the images")
    add_data_dir(check)
    status = commands.add_parser(
        "status",
        help="show whether GoalBucks is running; exit code 0: without warnings, 1: with warnings, 2: not running, "
        "3: unknown",
    )
    add_data_dir(status)
    status.add_argument("--json", action="store_true", help="print JSON, for another program")
    add_data_dir(commands.add_parser("migrate", help="upgrade the schema of a school's PostgreSQL"))
    add_move_arguments(commands.add_parser("move-to", help="move this computer's classes to a school's server"))
    add_admin_arguments(
        commands.add_parser("admin", help="manage a school's teachers: invite codes, passwords, classes"), add_data_dir
    )
    return parser


def _add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a new file, or a folder; by default the folder of backups",
    )
    _add_passphrase(parser, "locks the backup; a lost passphrase can't be recovered")
    add_data_dir(parser)


def _add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup; the current data is backed up first")
    _add_passphrase(parser, "opens a locked backup; a lost passphrase can't be recovered")
    no_photos = "restore even if the photos that a daily backup shares with other backups are missing"
    parser.add_argument("--without-photos", action="store_true", help=no_photos)
    add_data_dir(parser)


def _add_passphrase(parser: argparse.ArgumentParser, purpose: str) -> None:
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help=f"a text file whose first line is the passphrase that {purpose}",
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    add_setting(parser, "host", "address to listen on")
    add_setting(parser, "port", "port to listen on")
    add_data_dir(parser)
    parser.add_argument(
        "--no-announce",
        default=argparse.SUPPRESS,
        action="store_true",
        help="don't announce the server on the network",
    )


def _error_message(error: ValidationError) -> str:
    parts = []
    for problem in error.errors():
        if problem["type"] == "default_factory_not_called":  # because of another setting, which has its own sentence
            continue
        if not problem["loc"]:  # concerns several settings
            parts.append(str(problem["ctx"]["error"]))
            continue
        name = str(problem["loc"][0])
        option = f"{option_name(name)} or " if name in SERVER_OPTIONS else ""
        variable = name if name.isupper() else f"GOALBUCKS_{name.upper()}"
        why = "it contains invalid characters" if "pattern" in problem["type"] else problem["msg"]
        value = "used" if name in SECRET_SETTINGS else repr(problem["input"])
        parts.append(f"{option}{variable} can't be {value}: {why.removeprefix('Value error, ')}.")
    return " ".join(parts)
