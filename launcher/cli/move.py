"""`goalbucks move-to`: move the classes of data folders to a school's server and print a report."""

import logging
import sqlite3
import sys
import traceback
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DBAPIError

from launcher.cli import move_prompts
from launcher.cli.backup import require_owner
from launcher.cli.parser import LaunchOptions
from launcher.cli.progress import Progress
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError, ServerDidNotStartError
from launcher.logs import files
from launcher.startup import data_dir
from launcher.startup.failures import to_launch_error
from launcher.startup.single_instance import SingleInstance
from server.data_protection.backups.service import BACKUP_FOLDER, BackupRequest, BackupService
from server.data_protection.privacy.erasure_journal import ErasureJournal
from server.deployment import Deployment
from server.errors import DomainError
from server.media import open_media_store
from server.school.importing import media_copy, relocation_marker, report
from server.school.importing.errors import ErasureUnfinishedError, MediaUrlRequiredError
from server.school.importing.plan import ImportPlan, plan_of_run
from server.school.importing.resolutions import SourceFolder
from server.school.importing.service import RecordedRun, SchoolImporter, open_importer
from server.school.importing.source import SourceSnapshot, folder_settings, open_source
from server.settings import Settings

EarlierRuns = Mapping[Path, Sequence[RecordedRun]]
Plans = Mapping[Path, ImportPlan]
"""Plans of the folders that have something to move now."""
NO_DATABASE_URL = (
    "Name the school's database: goalbucks move-to postgresql+psycopg://..., or by GOALBUCKS_DATABASE_URL. "
    "Nothing was changed."
)
UNEXPECTED_ERROR = (
    "The move stopped, and nobody knows why. Nothing was moved by halves: the same command goes on where it was. "
    "The details are in {}."
)
SERVER_IS_RUNNING = (
    "GoalBucks is running with the data folder {}. Close it, then give this command again. Nothing was changed."
)


def run(options: LaunchOptions) -> int:
    """Run the move; exit code 0 when everything in the folders is at the school, else 1."""
    logging.getLogger().addHandler(logging.NullHandler())
    folders = _folders(options)
    try:
        _require_database_url(options.settings)
        return _Move(options.settings, options.namespace).run(folders)
    except DomainError as error:
        if not options.namespace.dry_run:
            _log_refusal(folders, error.message.splitlines()[0])
        print(error.message, file=sys.stderr)  # noqa: T201 - a command line tool
    except LaunchError as error:
        print(error, file=sys.stderr)  # noqa: T201 - likewise
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on where it was.", file=sys.stderr)  # noqa: T201 - likewise
    except Exception:  # noqa: BLE001 - the traceback goes to a file
        details = files.save_start_failure(folders[0], traceback.format_exc())
        print(UNEXPECTED_ERROR.format(details), file=sys.stderr)  # noqa: T201 - likewise
    return 1


def _require_database_url(settings: Settings) -> None:
    if Deployment.of(settings).uses_sqlite:
        raise BadOptionError(NO_DATABASE_URL)


def _print(lines: Sequence[str]) -> None:
    print("\n".join(lines), flush=True)  # noqa: T201 - a command line tool


class _Move:
    def __init__(self, settings: Settings, arguments: Namespace) -> None:
        self._settings = settings
        self._arguments = arguments
        self._dry_run: bool = arguments.dry_run
        self._progress = Progress()

    def run(self, folders: Sequence[Path]) -> int:
        """Plan the move of all folders, then move one after the other; return the exit code."""
        with ExitStack() as stack:
            work_folders = [stack.enter_context(self._work_folder(folder)) for folder in folders]
            media = open_media_store(self._settings.media_url, work_folders[0] / "none")
            importer = stack.enter_context(open_importer(self._settings.database_url, media))
            earlier_runs = {folder: importer.recorded_runs(folder) for folder in folders}
            sources = [stack.enter_context(open_source(*each)) for each in zip(folders, work_folders, strict=True)]
            source_folders = [
                SourceFolder(each, tuple(past.run for past in earlier_runs[each.folder])) for each in sources
            ]
            plans = {
                plan.source.folder: plan for plan in move_prompts.plan_moves(importer, source_folders, self._arguments)
            }
            for folder in plans:
                _require_no_erasure(folder)
            self._require_image_storage(importer, source_folders, plans, earlier_runs)
            if self._dry_run:
                for source_folder in source_folders:
                    _print(_preview(source_folder, plans.get(source_folder.source.folder)))
                return 0
            for plan in plans.values():
                self._back_up(plan.source)
            done = [self._move(importer, each, plans, earlier_runs) for each in source_folders]
            return 0 if all(done) else 1

    @contextmanager
    def _work_folder(self, folder: Path) -> Iterator[Path]:
        """Lock the data folder and make a private folder in it for the copy; in a dry run only a temporary folder."""
        with ExitStack() as stack:
            if self._dry_run:
                yield Path(stack.enter_context(TemporaryDirectory(prefix="goalbucks-")))
                return
            require_owner(folder)
            if not folder_settings(folder).database_path.exists():
                raise LaunchError(f"There is no GoalBucks in the folder {folder}. Name another one with --data-dir.")
            data_dir.prepare(folder)
            try:
                stack.enter_context(SingleInstance(folder))
            except AlreadyRunningError:
                raise LaunchError(SERVER_IS_RUNNING.format(folder)) from None
            backups = BackupService(folder_settings(folder))
            backups.remove_leftovers()
            try:
                yield stack.enter_context(backups.work_folder())
            except (OSError, sqlite3.Error, DBAPIError) as error:
                known = to_launch_error(error, folder, files.log_folder(folder))
                if isinstance(known, ServerDidNotStartError):
                    raise
                raise known from error

    def _require_image_storage(
        self, importer: SchoolImporter, source_folders: Sequence[SourceFolder], plans: Plans, earlier_runs: EarlierRuns
    ) -> None:
        """Require the school's image storage, at the location its server uses, when images are to be moved."""
        unfinished = [
            plan_of_run(each.source, past.run)
            for each in source_folders
            for past in earlier_runs[each.source.folder]
            if past.finished_at is None
        ]
        if any(map(media_copy.count_images, (*plans.values(), *unfinished))):
            if not self._settings.media_url:
                raise MediaUrlRequiredError
            importer.require_media_location()

    def _move(
        self, importer: SchoolImporter, source_folder: SourceFolder, plans: Plans, earlier_runs: EarlierRuns
    ) -> bool:
        """Move one folder and print its report; True when everything in it is at the school now."""
        source, address = source_folder.source, self._arguments.address or ""
        plan, past = plans.get(source.folder), earlier_runs[source.folder]
        earlier = [importer.resume(source, each, address, self._progress) for each in past]
        moved = [outcome for outcome, each in zip(earlier, past, strict=True) if each.finished_at is None]
        if plan:
            moved.append(importer.import_folder(plan, source_folder.runs, address, self._progress))
        self._progress.end()
        lines = [line for each in earlier if each not in moved for line in report.describe_earlier_run(each)]
        new_lines = [line for each in moved for line in report.describe_import(each)]
        next_steps = [
            *report.list_skipped_teachers(source, _moved_teachers(source_folder, plan)),
            *report.describe_next_steps(source.folder),
        ]
        if moved:
            path = relocation_marker.append_to_report(source.folder, [*new_lines, *next_steps])
            next_steps.append(f"This report is kept in {path}.")
        _print([*lines, *new_lines, *next_steps])
        return all(each.is_complete for each in (*earlier, *moved))

    def _back_up(self, source: SourceSnapshot) -> None:
        """Back up the folder, unless an earlier run did so at the same state."""
        known = relocation_marker.read_folder_id(source.folder)
        backup_folder = source.folder / BACKUP_FOLDER
        if known and known.backup and known.backed_up == source.newest_id and (backup_folder / known.backup).exists():
            return
        self._progress("backups made", 0, 1)
        written = BackupService(folder_settings(source.folder)).write(BackupRequest("by-hand"))
        relocation_marker.update_folder_id(source.folder, backup=written.name, backed_up=source.newest_id)
        self._progress("backups made", 1, 1)


def _require_no_erasure(folder: Path) -> None:
    """Refuse while the erasure of a student is unfinished: rows and backups here may still contain the student."""
    if any(ErasureJournal(folder).pending()):
        raise ErasureUnfinishedError(
            f"The erasing of a student of the folder {folder} isn't finished. Start GoalBucks there and leave it open "
            "for some minutes: it finishes by itself. Then give the same command again. Nothing was changed."
        )


def _preview(source_folder: SourceFolder, plan: ImportPlan | None) -> list[str]:
    lines = [
        line
        for each in source_folder.runs
        for line in report.preview_earlier_run(plan_of_run(source_folder.source, each))
    ]
    lines += report.preview_import(plan) if plan else []
    return [
        *lines,
        *report.list_skipped_teachers(source_folder.source, _moved_teachers(source_folder, plan)),
        "Nothing was changed.",
    ]


def _moved_teachers(source_folder: SourceFolder, plan: ImportPlan | None) -> set[str]:
    """IDs of the teachers who are at the school or move there now."""
    return {teacher for each in source_folder.runs for teacher in each.teachers}.union(plan.teachers if plan else ())


def _folders(options: LaunchOptions) -> list[Path]:
    named = options.namespace.folders or [options.settings.data_dir]
    return list(dict.fromkeys(folder.expanduser().absolute() for folder in named))


def _log_refusal(folders: Sequence[Path], sentence: str) -> None:
    for folder in folders:
        if folder.exists():
            files.append_error(folder, f"goalbucks move-to: {sentence}")
