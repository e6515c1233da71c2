"""Snapshot of the running application for `goalbucks status`; the launcher reads it, no HTTP call answers it."""

from starlette.datastructures import State

from server.class_computer.warnings.monitor import Watch
from server.computer import BackupFailure, ClassComputer, RuntimeStatus
from server.data_protection.backups.service import Backups
from server.live.hub import Hub


def runtime_status(state: State) -> RuntimeStatus:
    """Read the application's state. Safe to call from any thread: it reads numbers and immutable values."""
    computer: ClassComputer = state.computer
    hub: Hub = state.live
    watch: Watch = state.watch
    backups: Backups = state.backups
    failure = backups.failure
    return RuntimeStatus(
        students=computer.connected_students,
        devices=len(hub),
        warnings={each.code: " ".join(filter(None, (each.sentence, each.here))) for each in watch.found},
        backup_failure=None if failure is None else BackupFailure(failure.at.isoformat(), failure.sentence),
    )
