"""`goalbucks status`: read the data folder, query the running program, and print a report."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from shutil import disk_usage
from typing import Any

from launcher.cli import status_report
from launcher.cli.console import print_error, print_line
from launcher.cli.status_database import DAMAGED, database_status
from launcher.cli.status_report import State, Status
from launcher.errors import LaunchError
from launcher.exit_codes import StatusExitCode
from launcher.launch_options import LaunchOptions
from launcher.startup import data_dir as data_folder
from launcher.startup.control_channel import request_status
from launcher.startup.health import fetch_health
from launcher.startup.single_instance import is_locked, read_address
from launcher.startup.versions import is_older
from server import clock
from server.class_computer.warnings.monitor import LOW_DISK_BYTES, MAX_BACKUP_AGE
from server.data_protection.backups.image_protection import protected_images_notice
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.service import BACKUP_FOLDER
from server.deployment import Deployment
from server.school.importing.folder_state import read_marker
from server.settings import Settings, program_version
from server.system.storage_errors import MIN_FREE_BYTES
from server.texts.translatable import ByteCount

_HEALTH_WARNINGS = {
    ("database", "unreachable"): "The database can't be reached.",
    ("images", "unreachable"): "The photo storage can't be reached.",
    ("images", "missing"): "Photos are missing from the folder images. The command goalbucks check lists them.",
}
RESTART_ADVICE = "Restart GoalBucks: it then checks the whole database, and offers the newest backup if necessary."
START_ADVICE = "Start GoalBucks: it then checks the whole database, and offers the newest backup if necessary."
RESTORE_ADVICE = "GoalBucks needs a backup: restore one in its window, or stop it and run goalbucks restore FILE."


def run(options: LaunchOptions) -> StatusExitCode:
    """Print the report and return the exit code."""
    try:
        status = collect_status(options.settings)
    except LaunchError as error:
        print_error(error)
        return StatusExitCode.UNKNOWN
    lines = [status_report.as_json(status)] if options.namespace.json else status_report.as_text(status)
    for line in lines:
        print_line(line)
    return status.exit_code


def collect_status(settings: Settings) -> Status:
    """Collect the status without changing anything; LaunchError when the folder belongs to another account."""
    folder = settings.data_dir
    try:
        live = request_status(folder)
        is_in_use = live is not None or is_locked(folder)
        backups = find_backups(folder / BACKUP_FOLDER)
    except PermissionError:
        raise data_folder.not_readable_error(folder) from None
    live = live or {}
    address = live.get("address") or read_address(folder) if is_in_use else None
    health = fetch_health(address) if address else None
    database = database_status(settings)
    free = _free_bytes(folder)
    uses_sqlite = Deployment.of(settings).uses_sqlite
    newest = backups[0] if uses_sqlite and backups else None
    state: State = "stopped" if not is_in_use else "running" if health else "not_responding"
    status = Status(
        data_dir=folder,
        state=state,
        live=live,
        address=address,
        running_version=live.get("version") or (health or {}).get("version"),
        database=database,
        uses_sqlite=uses_sqlite,
        free_bytes=free,
        newest_backup=newest,
        photos=settings.media_url or str(settings.image_dir),
    )
    # The running program's sentences replace those of the same code: they are more specific.
    status.warnings.update(_warnings(status, health or {}, settings))
    status.warnings.update(live.get("warnings", {}))
    return status


def _free_bytes(folder: Path) -> int | None:
    try:
        return disk_usage(folder).free
    except OSError:
        return None


def _warnings(status: Status, health: dict[str, Any], settings: Settings) -> Iterator[tuple[str, str]]:
    if status.state == "not_responding":
        yield "not_responding", "GoalBucks or one of its commands is using this folder, but doesn't respond (yet)."
    if status.running_version is not None and status.running_version != program_version():
        differs = "is older than" if is_older(status.running_version, program_version()) else "isn't of the version of"
        yield "other_version", f"The running GoalBucks {differs} this command, {program_version()}: restart it."
    for (part, state), sentence in _HEALTH_WARNINGS.items():
        if health.get(part) == state:
            yield f"{part}_{state}", sentence
    yield from _database_warnings(status, health)
    yield from _folder_warnings(status, settings)


def _database_warnings(status: Status, health: dict[str, Any]) -> Iterator[tuple[str, str]]:
    database = status.database
    if health.get("code") == "needs_rescue":
        yield "needs_rescue", f"{database.warning} {RESTORE_ADVICE}".strip()
    elif health.get("database") == "damaged":
        yield "database_damaged", f"{DAMAGED} {RESTART_ADVICE}"
    elif database.warning:
        advice = START_ADVICE if status.state == "stopped" else RESTART_ADVICE
        yield "database", f"{database.warning} {advice}" if database.is_recoverable else database.warning


def _folder_warnings(status: Status, settings: Settings) -> Iterator[tuple[str, str]]:
    moved = read_marker(status.data_dir) if status.uses_sqlite else None
    if moved is not None:
        where = f": {moved.address}" if moved.address else "."
        yield "moved", f"The classes of this folder were moved, or were being moved, to the school's server{where}"
    if status.uses_sqlite and (notice := protected_images_notice(settings)):
        yield "photos_kept", notice
    if status.free_bytes is not None and status.free_bytes < LOW_DISK_BYTES:
        left = "is full" if status.free_bytes < MIN_FREE_BYTES else f"has {ByteCount(status.free_bytes)} left"
        yield "disk_low", f"The disk with the folder {status.data_dir} {left}."
    if status.newest_backup is not None and clock.now() - status.newest_backup.made_at > MAX_BACKUP_AGE:
        yield "backup_old", f"The newest backup is {_days_since(status.newest_backup.made_at)} days old."


def _days_since(moment: datetime) -> int:
    return (clock.now() - moment).days
