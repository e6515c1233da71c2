"""`goalbucks move-to`: takes folders' classes to a school's server, says in sentences what came of it, and ends."""

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
from launcher.cli.parser import Start
from launcher.cli.progress import Progress
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError, ServerDidNotStartError
from launcher.logs import files
from launcher.startup import data_dir
from launcher.startup.failures import refusal
from launcher.startup.single_instance import SingleInstance
from server.data_protection.backups.service import FOLDER, Backups, Order
from server.data_protection.privacy.erasure_journal import Notes
from server.errors import DomainError
from server.media import open_store
from server.school.importing import media_copy, relocation_marker, report
from server.school.importing.errors import ErasingError, ImagesNeedAPlaceError
from server.school.importing.plan import Plan, plan_before
from server.school.importing.resolutions import Laptop
from server.school.importing.service import Past, School, school
from server.school.importing.source import Source, opened, settings_of
from server.settings import Settings

Pasts = Mapping[Path, Sequence[Past]]
Plans = Mapping[Path, Plan]
"""Of the folders of which something moves now."""
NO_ADDRESS = (
    "Name the school's database: goalbucks move-to postgresql+psycopg://..., or by GOALBUCKS_DATABASE_URL. "
    "Nothing was changed."
)
STOPPED = (
    "The move stopped, and nobody knows why. Nothing was moved by halves: the same command goes on where it was. "
    "The details are in {}."
)
RUNS = "GoalBucks is running with the data folder {}. Close it, then give this command again. Nothing was changed."


def run(start: Start) -> int:
    """The command's exit code: 0 when all that the folders have is at the school; else 1."""
    logging.getLogger().addHandler(logging.NullHandler())
    folders = _folders(start)
    try:
        _require_address(start.settings)
        return _Run(start.settings, start.given).of(folders)
    except DomainError as error:
        if not start.given.dry_run:
            _note(folders, error.message.splitlines()[0])
        print(error.message, file=sys.stderr)  # noqa: T201 - who called it reads it there
    except LaunchError as error:
        print(error, file=sys.stderr)  # noqa: T201 - likewise
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on where it was.", file=sys.stderr)  # noqa: T201 - likewise
    except Exception:  # noqa: BLE001 - whatever it is, a trace is for whoever helps
        details = files.keep_start_failure(folders[0], traceback.format_exc())
        print(STOPPED.format(details), file=sys.stderr)  # noqa: T201 - likewise
    return 1


def _require_address(settings: Settings) -> None:
    if settings.has_file:
        raise BadOptionError(NO_ADDRESS)


def _say(lines: Sequence[str]) -> None:
    print("\n".join(lines), flush=True)  # noqa: T201 - what whoever called it waits for


class _Run:
    def __init__(self, settings: Settings, given: Namespace) -> None:
        self._settings = settings
        self._given = given
        self._dry: bool = given.dry_run
        self._progress = Progress()

    def of(self, folders: Sequence[Path]) -> int:
        """Look at everything first, then move one folder after the other."""
        with ExitStack() as until:
            works = [until.enter_context(self._work(folder)) for folder in folders]
            media = open_store(self._settings.media_url, works[0] / "none")
            there = until.enter_context(school(self._settings.database_url, media))
            pasts = {folder: there.past(folder) for folder in folders}
            sources = [until.enter_context(opened(*each)) for each in zip(folders, works, strict=True)]
            laptops = [Laptop(each, tuple(past.round for past in pasts[each.folder])) for each in sources]
            plans = {plan.source.folder: plan for plan in move_prompts.plans(there, laptops, self._given)}
            for folder in plans:
                _require_nothing_erasing(folder)
            self._require_a_place(there, laptops, plans, pasts)
            if self._dry:
                for laptop in laptops:
                    _say(_would(laptop, plans.get(laptop.source.folder)))
                return 0
            for plan in plans.values():
                self._back_up(plan.source)
            done = [self._move(there, each, plans, pasts) for each in laptops]
            return 0 if all(done) else 1

    @contextmanager
    def _work(self, folder: Path) -> Iterator[Path]:
        """A private place for the copy; the folder's own, and the folder itself held, unless nothing may be changed."""
        with ExitStack() as until:
            if self._dry:
                yield Path(until.enter_context(TemporaryDirectory(prefix="goalbucks-")))
                return
            require_owner(folder)
            if not settings_of(folder).database_path.exists():
                raise LaunchError(f"There is no GoalBucks in the folder {folder}. Name another one with --data-dir.")
            data_dir.prepare(folder)
            try:
                until.enter_context(SingleInstance(folder))
            except AlreadyRunningError:
                raise LaunchError(RUNS.format(folder)) from None
            backups = Backups(settings_of(folder))
            backups.sweep()
            try:
                yield until.enter_context(backups.work_folder())
            except (OSError, sqlite3.Error, DBAPIError) as error:
                known = refusal(error, folder, files.folder(folder))
                if isinstance(known, ServerDidNotStartError):
                    raise
                raise known from error

    def _require_a_place(self, there: School, laptops: Sequence[Laptop], plans: Plans, pasts: Pasts) -> None:
        """Pictures need one, and the one in which the school's server looks for them."""
        unfinished = [
            plan_before(each.source, past.round)
            for each in laptops
            for past in pasts[each.source.folder]
            if past.finished_at is None
        ]
        if any(map(media_copy.count, (*plans.values(), *unfinished))):
            if not self._settings.media_url:
                raise ImagesNeedAPlaceError
            there.require_place()

    def _move(self, there: School, laptop: Laptop, plans: Plans, pasts: Pasts) -> bool:
        """Whether all of it is at the school now."""
        source, address = laptop.source, self._given.address or ""
        plan, past = plans.get(source.folder), pasts[source.folder]
        before = [there.finish(source, each, address, self._progress) for each in past]
        moved = [outcome for outcome, each in zip(before, past, strict=True) if each.finished_at is None]
        if plan:
            moved.append(there.move(plan, laptop.rounds, address, self._progress))
        self._progress.end()
        lines = [line for each in before if each not in moved for line in report.has_moved(each)]
        news = [line for each in moved for line in report.moved(each)]
        rest = [*report.left_behind(source, _gone(laptop, plan)), *report.afterwards(source.folder)]
        if moved:
            kept = relocation_marker.add_to_report(source.folder, [*news, *rest])
            rest.append(f"This report is kept in {kept}.")
        _say([*lines, *news, *rest])
        return all(each.is_good for each in (*before, *moved))

    def _back_up(self, source: Source) -> None:
        """Everything as it is, unless an earlier run of the same did so."""
        known = relocation_marker.read_identity(source.folder)
        kept_in = source.folder / FOLDER
        if known and known.backup and known.backed_up == source.newest and (kept_in / known.backup).exists():
            return
        self._progress("backups made", 0, 1)
        written = Backups(settings_of(source.folder)).write(Order("by-hand"))
        relocation_marker.identify(source.folder, backup=written.name, backed_up=source.newest)
        self._progress("backups made", 1, 1)


def _require_nothing_erasing(folder: Path) -> None:
    """A student who is being erased may still have rows here, and the backups here have to be cleaned."""
    if any(Notes(folder).all()):
        raise ErasingError(
            f"The erasing of a student of the folder {folder} isn't finished. Start GoalBucks there and leave it open "
            "for some minutes: it finishes by itself. Then give the same command again. Nothing was changed."
        )


def _would(laptop: Laptop, plan: Plan | None) -> list[str]:
    lines = [line for each in laptop.rounds for line in report.would_stay(plan_before(laptop.source, each))]
    lines += report.would_move(plan) if plan else []
    return [*lines, *report.left_behind(laptop.source, _gone(laptop, plan)), "Nothing was changed."]


def _gone(laptop: Laptop, plan: Plan | None) -> set[str]:
    """Who is at the school, or comes there now."""
    return {teacher for each in laptop.rounds for teacher in each.teachers}.union(plan.teachers if plan else ())


def _folders(start: Start) -> list[Path]:
    named = start.given.folders or [start.settings.data_dir]
    return list(dict.fromkeys(folder.expanduser().absolute() for folder in named))


def _note(folders: Sequence[Path], sentence: str) -> None:
    for folder in folders:
        if folder.exists():
            files.note_refusal(folder, f"goalbucks move-to: {sentence}")
