"""`goalbucks backup`, `restore` and `check`: commands on a data folder that print their result."""

import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from launcher.cli.console import fail, print_line
from launcher.cli.database_checks import RECOVERY_HINT, check_exists, check_readable
from launcher.cli.options import read_first_line
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError
from launcher.exit_codes import ExitCode
from launcher.launch_options import LaunchOptions
from launcher.logs.files import append_error
from launcher.startup import data_dir as data_folder
from launcher.startup.database_errors import describe_database_error
from launcher.startup.single_instance import SingleInstance
from server import clock
from server.data_protection.backups import retention
from server.data_protection.backups.atomic_restore import RestoreOptions, install_backup, stage_backup
from server.data_protection.backups.backup_check import BackupCheck
from server.data_protection.backups.errors import (
    SHARED_IMAGES_ELSEWHERE,
    PassphraseNeededError,
    SharedImagesMissingError,
)
from server.data_protection.backups.integrity import CheckReport, check_integrity
from server.data_protection.backups.service import BackupRequest, BackupService
from server.database.damage_flag import clear_markers
from server.database.migrate import require_schema
from server.database.read_only import open_read_only
from server.deployment import Deployment
from server.errors import NO_DATABASE_SENTENCE, DomainError
from server.media import ImageStorageError, open_media_store
from server.school.media_location import find_location_problem
from server.settings import Settings
from server.texts.translatable import ByteCount

POSTGRESQL_HAS_OWN_BACKUPS = (
    "The school's database is backed up and restored with PostgreSQL's own tools, pg_dump and pg_restore "
    "(see Backups in the guide school-server.md). Nothing was changed."
)
READ_ONLY_FOLDER = "The folder {folder} is not writable. Name a file in another folder: goalbucks backup FILE."
PHOTOS_MISSING = (
    f"{SHARED_IMAGES_ELSEWHERE} Copy that folder, too, or restore a complete backup. "
    "To restore this one without photos, add --without-photos. Nothing was changed."
)


def run(options: LaunchOptions) -> int:
    """Run the command; exit code 0 when it succeeded or found nothing wrong, else 1."""
    commands: dict[str, Callable[[LaunchOptions], int]] = {"backup": _back_up, "restore": _restore, "check": _check}
    # Keeps log records off the terminal. The log file belongs to the server, which may be running.
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        if options.command != "check":
            _require_sqlite(options.settings)
        require_owner(options.settings.data_dir)
        return commands[options.command or ""](options)
    except PassphraseNeededError:
        return fail("This backup is locked with a passphrase: name a file that contains it with --passphrase-file.")
    except SharedImagesMissingError:
        return fail(PHOTOS_MISSING)
    except DomainError as error:
        if options.settings.data_dir.exists():
            append_error(options.settings.data_dir, f"goalbucks {options.command}: {error.message}")
        return fail(error.message)
    except LaunchError as error:
        return fail(error)
    except DBAPIError as error:
        if (sentence := describe_database_error(error)) is None:
            raise
        return fail(sentence)


def _back_up(options: LaunchOptions) -> int:
    _require_data(options.settings)
    target = options.backup_file
    if target is None and not os.access(options.settings.data_dir, os.W_OK):
        raise LaunchError(READ_ONLY_FOLDER.format(folder=options.settings.data_dir))
    if target is not None:
        target = target.expanduser().absolute()
        if target.is_dir():
            target = retention.new_backup_path(target, "by-hand")
        elif not target.parent.is_dir():
            raise BadOptionError(f"There is no folder {target.parent}.")
    request = BackupRequest("by-hand", passphrase=_passphrase(options), target=target)
    written = BackupService(options.settings, owner="command").write(request)
    print_line(f"Everything is backed up in {written} ({ByteCount(written.stat().st_size)}). The backup was verified.")
    if request.passphrase:
        print_line("It can be opened only with its passphrase, which can't be recovered. Keep it in a safe place.")
    return ExitCode.OK


def _restore(options: LaunchOptions) -> int:
    settings = options.settings
    assert options.backup_file is not None  # noqa: S101 - argparse requires it
    passphrase = _passphrase(options)
    try:
        with data_folder.prepare_with_rollback(settings.data_dir), SingleInstance(settings.data_dir):
            backups = BackupService(settings)
            backups.remove_leftovers()
            path = options.backup_file.expanduser().absolute()
            with stage_backup(
                backups, path, RestoreOptions(passphrase, options.namespace.without_photos)
            ) as staged_backup:
                made_at = clock.local_time(staged_backup.archive.manifest.created_at)
                previous_state = install_backup(backups, staged_backup)
            # Markers that an earlier crash left: the database that they are about was replaced.
            clear_markers(settings)
    except AlreadyRunningError:
        raise LaunchError(
            "GoalBucks is running with this data folder. Close it (on a school's server: systemctl stop goalbucks), "
            "then run this command again. Nothing was changed."
        ) from None
    print_line(f"The backup of {made_at:%d %B %Y, %H:%M} was restored to {settings.data_dir}.")
    if staged_backup.missing_images:
        print_line(f"{staged_backup.missing_images} image files are missing or damaged, and were left out.")
    if cards := _count_login_cards(settings):
        print_line(
            f"Login cards ({cards}) are valid as on that day, including those that were replaced or ended since then. "
            "If in doubt, end them with Login Cards in the class. Cards of another computer don't work here."
        )
    if previous_state is not None:
        print_line(f"The previous data is kept in {previous_state}.")
    return ExitCode.OK


def _count_login_cards(settings: Settings) -> int:
    with closing(open_read_only(settings.database_path)) as connection:
        (count,) = connection.execute("SELECT COUNT(*) FROM login_cards").fetchone()
    return int(count)


def _check(options: LaunchOptions) -> int:
    uses_sqlite = Deployment.of(options.settings).uses_sqlite
    if uses_sqlite:
        _require_data(options.settings)
    report = _check_file(options.settings) if uses_sqlite else _check_school(options.settings)
    if uses_sqlite:
        backups = BackupCheck(BackupService(options.settings).folder)
        report.add(backups.summary, backups.problems)
    for checked in report.checks:
        print_line(checked)
    for problem in report.problems:
        print_line(f"PROBLEM: {problem}")
    if report.problems:
        kept = retention.find_backups(BackupService(options.settings).folder) if uses_sqlite else []
        if kept:
            print_line(f"The newest backup is {kept[0].path}.")
        return ExitCode.FAILED
    found = "No problems were found" if report.is_complete else "No problems were found in the parts that were checked"
    print_line(f"{found} ({clock.local_time(clock.now()):%d %B %Y, %H:%M}).")
    return ExitCode.OK


def _check_school(settings: Settings) -> CheckReport:
    """Check a school's database, and its images only where the database expects them.

    At any other location all of them would be reported missing.
    """
    require_schema(settings.database_url)
    store = open_media_store(settings.media_url, settings.image_dir)
    try:
        problem = find_location_problem(settings.database_url, store)
    except ImageStorageError:
        problem = "it can't be reached."
    report = check_integrity(settings, images=problem is None)
    if problem is not None:
        report.add("Images.", [f"The image storage {settings.media_url or settings.image_dir}: {problem}"])
    return report


def _check_file(settings: Settings) -> CheckReport:
    try:
        return check_integrity(settings)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        cause = getattr(error, "orig", None) or error
        raise LaunchError(f"The database {settings.database_path} can't be read: {cause}.") from error


def _require_sqlite(settings: Settings) -> None:
    if not Deployment.of(settings).uses_sqlite:
        raise LaunchError(POSTGRESQL_HAS_OWN_BACKUPS)


def require_owner(data_dir: Path) -> None:
    """Refuse to run as root on the data folder of another account, whose server couldn't read the files written."""
    if sys.platform == "win32" or os.geteuid() != 0 or not data_dir.exists():
        return
    if data_dir.stat().st_uid != 0:
        raise LaunchError(
            f"The folder {data_dir} belongs to {data_dir.owner()}. Run this command as that account: "
            f"sudo -u {data_dir.owner()} goalbucks ..."
        )


def _require_data(settings: Settings) -> None:
    if problem := check_readable(settings):
        raise LaunchError(problem)
    if problem := check_exists(settings):
        raise LaunchError(f"{problem} {RECOVERY_HINT}")
    if not settings.database_path.exists():
        raise LaunchError(NO_DATABASE_SENTENCE.format(folder=settings.data_dir))


def _passphrase(options: LaunchOptions) -> str | None:
    if options.passphrase_file is None:
        return None
    passphrase = read_first_line(options.passphrase_file).strip()
    if not passphrase:
        raise BadOptionError(f"The first line of {options.passphrase_file} is empty: it must be the passphrase.")
    return passphrase
