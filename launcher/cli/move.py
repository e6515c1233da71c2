"""`goalbucks move-to`: move the classes of data folders to a school's server and print a report."""

import logging
import sqlite3
import traceback
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DBAPIError

from launcher.cli.backup import require_owner
from launcher.cli.console import fail, print_line
from launcher.cli.progress import Progress
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError, ServerDidNotStartError
from launcher.launch_options import LaunchOptions
from launcher.logs import files
from launcher.startup import data_dir
from launcher.startup.error_translation import to_launch_error
from launcher.startup.single_instance import SingleInstance
from server.data_protection.backups.service import BACKUP_FOLDER, BackupRequest, BackupService
from server.data_protection.privacy.erasure_journal import ErasureJournal
from server.deployment import Deployment
from server.errors import NO_DATABASE_SENTENCE, DomainError
from server.media import open_media_store
from server.school.importing import folder_state, media_copy, report
from server.school.importing.errors import ImportRefusedError
from server.school.importing.plan import ImportPlan
from server.school.importing.resolutions import Merge, Resolution, Skip
from server.school.importing.service import SchoolImporter, open_importer
from server.school.importing.source import folder_settings, open_source
from server.settings import Settings

NO_DATABASE_URL = (
    "Name the school's database: goalbucks move-to postgresql+psycopg://..., or set GOALBUCKS_DATABASE_URL. "
    "Nothing was changed."
)
UNEXPECTED_ERROR = (
    "The move stopped because of an unexpected error. Each folder was moved completely or not at all: run the same "
    "command again to continue where it stopped. The details are in {}."
)
MEDIA_URL_MISSING = (
    "These classes have photos: name the location where the school's server stores photos "
    "with --media-url (or GOALBUCKS_MEDIA_URL). Nothing was changed."
)
SERVER_IS_RUNNING = (
    "GoalBucks is running with the data folder {}. Close it, then run this command again. Nothing was changed."
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
        return fail(error.message)
    except LaunchError as error:
        return fail(error)
    except KeyboardInterrupt:
        return fail("\nInterrupted. Run the same command again to continue where it stopped.")
    except Exception:  # noqa: BLE001 - the traceback goes to a file
        details = files.save_start_failure(folders[0], traceback.format_exc())
        return fail(UNEXPECTED_ERROR.format(details))


def _require_database_url(settings: Settings) -> None:
    if Deployment.of(settings).uses_sqlite:
        raise BadOptionError(NO_DATABASE_URL)


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
            sources = [stack.enter_context(open_source(*each)) for each in zip(folders, work_folders, strict=True)]
            plans = importer.plan(sources, _resolutions(self._arguments))
            for plan in plans:
                _require_no_erasure(plan)
            self._require_media_location(importer, plans)
            if self._dry_run:
                for plan in plans:
                    print_line("\n".join(report.preview_import(plan)))
                return 0
            for plan in plans:
                self._back_up(plan)
            done = [self._move(importer, plan) for plan in plans]
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
                raise LaunchError(NO_DATABASE_SENTENCE.format(folder=folder))
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

    def _require_media_location(self, importer: SchoolImporter, plans: Sequence[ImportPlan]) -> None:
        """Require the school's image storage, at the location its server uses, when images are to be moved."""
        if any(map(media_copy.count_images, plans)):
            if not self._settings.media_url:
                raise ImportRefusedError(MEDIA_URL_MISSING)
            importer.require_media_location()

    def _back_up(self, plan: ImportPlan) -> None:
        """Back up a folder with new teachers, unless an earlier command did so at the same state."""
        folder, newest = plan.source.folder, plan.source.newest_id
        state = folder_state.read_state(folder)
        is_backed_up = state.backup and state.backed_up == newest and (folder / BACKUP_FOLDER / state.backup).exists()
        if is_backed_up or not plan.new:
            return
        self._progress("backups made", 0, 1)
        # "by-hand" is the kind that is self-contained and never deleted; the kinds are part of the file names.
        written = BackupService(folder_settings(folder)).write(BackupRequest("by-hand"))
        folder_state.update_state(folder, backup=written.name, backed_up=newest)
        self._progress("backups made", 1, 1)

    def _move(self, importer: SchoolImporter, plan: ImportPlan) -> bool:
        """Move one folder and print its report; True when all that moves is at the school now."""
        result = importer.import_folder(plan, self._arguments.address or "", self._progress)
        self._progress.end()
        lines = [
            *report.describe_import(result),
            *report.warn_if_used_since(result),
            *report.list_skipped_teachers(plan),
            *report.describe_next_steps(plan.source.folder),
        ]
        if plan.pending:
            path = folder_state.append_to_report(plan.source.folder, lines)
            lines.append(f"This report is saved in {path}.")
        earlier = report.list_earlier_imports(plan, plan.recorded.keys() - plan.pending)
        print_line("\n".join([*earlier, *lines]))
        return result.is_complete


def _resolutions(arguments: Namespace) -> list[tuple[str, Resolution]]:
    merges = [(email, Merge(account)) for email, account in arguments.merge]
    return [*merges, *((email, Skip()) for email in arguments.skip)]


def _require_no_erasure(plan: ImportPlan) -> None:
    """Refuse while the erasure of a student is unfinished: rows and backups here may still contain the student."""
    folder = plan.source.folder
    if plan.new and any(ErasureJournal(folder).pending()):
        raise ImportRefusedError(
            f"The erasure of a student in the folder {folder} isn't complete. Start GoalBucks there and leave it open "
            "for a few minutes: it completes by itself. Then run the same command again. Nothing was changed."
        )


def _folders(options: LaunchOptions) -> list[Path]:
    named = options.namespace.folders or [options.settings.data_dir]
    return list(dict.fromkeys(folder.expanduser().absolute() for folder in named))


def _log_refusal(folders: Sequence[Path], sentence: str) -> None:
    for folder in folders:
        if folder.exists():
            files.append_error(folder, f"goalbucks move-to: {sentence}")
