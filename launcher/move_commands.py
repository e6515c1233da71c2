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

from pydantic import TypeAdapter, ValidationError

from launcher import data_folder, log
from launcher.arguments import Start
from launcher.backup_commands import require_owner
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError
from launcher.progress import Progress
from launcher.single_instance import SingleInstance
from launcher.start_failures import refusal
from server.backups.service import FOLDER, Backups, Order
from server.errors import DomainError
from server.media import open_store
from server.moving import mark, pictures, report
from server.moving.errors import ClashesError, ImagesNeedAPlaceError, UnknownTeacherError
from server.moving.plan import Answer, Clash, LeaveOut, OtherEmail, Plan, SamePerson, teachers_of
from server.moving.service import Past, School, plan_before, school
from server.moving.source import Source, opened, settings_of
from server.settings import Settings
from server.signin.schemas import Email
from server.teachers.service import email_key

Pasts = Mapping[Path, Past | None]
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
        details = log.keep_start_failure(folders[0], traceback.format_exc())
        print(STOPPED.format(details), file=sys.stderr)  # noqa: T201 - likewise
    return 1


def _require_address(settings: Settings) -> None:
    if settings.has_file:
        raise BadOptionError(NO_ADDRESS)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - what whoever called it waits for


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
            past = {folder: there.past(folder) for folder in folders}
            sources = [until.enter_context(opened(*each)) for each in zip(folders, works, strict=True)]
            plans = self._plans(there, sources, past)
            if self._dry:
                return _tell_plans(plans, past)
            self._require_a_place(plans, past)
            for plan in plans:
                if past[plan.source.folder] is None:
                    self._back_up(plan.source)
            done = [self._move(there, plan, past[plan.source.folder]) for plan in plans]
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
            data_folder.prepare(folder)
            try:
                until.enter_context(SingleInstance(folder))
            except AlreadyRunningError:
                raise LaunchError(RUNS.format(folder)) from None
            backups = Backups(settings_of(folder))
            backups.sweep()
            try:
                yield until.enter_context(backups.work_folder())
            except (OSError, sqlite3.Error) as error:
                raise refusal(error, folder, log.folder(folder)) from error

    def _plans(self, there: School, sources: Sequence[Source], past: Pasts) -> list[Plan]:
        """One for each folder, in their order."""
        new = [each for each in sources if past[each.folder] is None]
        answers = dict(_given_answers(self._given, sources))
        clashes, plans = there.plan(new, answers)
        while clashes:
            if not sys.stdin.isatty():
                raise ClashesError(_listed(clashes))
            answers[clashes[0].teacher.id] = _ask(clashes[0])
            clashes, plans = there.plan(new, answers)
        planned = {plan.source.folder: plan for plan in plans}
        return [planned.get(source.folder) or plan_before(source) for source in sources]

    def _require_a_place(self, plans: Sequence[Plan], past: Pasts) -> None:
        unfinished = [plan for plan in plans if not _is_finished(past[plan.source.folder])]
        if not self._settings.media_url and any(map(pictures.count, unfinished)):
            raise ImagesNeedAPlaceError

    def _move(self, there: School, plan: Plan, before: Past | None) -> bool:
        """Whether all of it is at the school now."""
        address: str = self._given.address or ""
        if before is None:
            outcome = there.move(plan, address, self._progress)
        else:
            outcome = there.finish(plan, before, address, self._progress)
        self._progress.end()
        if _is_finished(before):
            lines = report.moved_already(outcome)
        else:
            lines = report.moved(outcome)
            lines.append(f"This report is kept in {mark.write_report(plan.source.folder, lines)}.")
        _say("\n".join(lines))
        return outcome.is_good

    def _back_up(self, source: Source) -> None:
        """Everything as it is, unless an earlier run of the same did so."""
        known = mark.read_identity(source.folder)
        kept_in = source.folder / FOLDER
        if known and known.backup and known.newest == source.newest and (kept_in / known.backup).exists():
            return
        self._progress("backups made", 0, 1)
        written = Backups(settings_of(source.folder)).write(Order("by-hand"))
        mark.identify(source.folder, backup=written.name, newest=source.newest)
        self._progress("backups made", 1, 1)


def _is_finished(past: Past | None) -> bool:
    return past is not None and past.finished_at is not None


def _tell_plans(plans: Sequence[Plan], past: Pasts) -> int:
    for plan in plans:
        folder = plan.source.folder
        if past[folder] is not None:
            _say(f"{folder} has moved already: its rows would stay as they are at the school.")
        else:
            _say("\n".join(report.would_move(plan)))
    return 0


def _folders(start: Start) -> list[Path]:
    named = start.given.folders or [start.settings.data_dir]
    return list(dict.fromkeys(folder.expanduser().absolute() for folder in named))


def _note(folders: Sequence[Path], sentence: str) -> None:
    for folder in folders:
        if folder.exists():
            log.note_refusal(folder, f"goalbucks move-to: {sentence}")


def _given_answers(given: Namespace, sources: Sequence[Source]) -> Iterator[tuple[str, Answer]]:
    said: list[tuple[str, Answer]] = [
        *((email, SamePerson()) for email in given.same_person),
        *((old, OtherEmail(_valid(new))) for old, new in given.other_email),
        *((email, LeaveOut()) for email in given.leave_out),
    ]
    teachers = [each for source in sources for each in teachers_of(source)]
    for email, answer in said:
        meant = [each.id for each in teachers if each.email_key == email_key(email)]
        if not meant:
            raise UnknownTeacherError(f"No teacher of these folders has the e-mail {email}. Nothing was changed.")
        yield from ((teacher_id, answer) for teacher_id in meant)


def _valid(email: str) -> str:
    try:
        return TypeAdapter[str](Email).validate_python(email)
    except ValidationError:
        raise BadOptionError(f"{email} is no e-mail address.") from None


def _listed(clashes: Sequence[Clash]) -> str:
    lines = [ClashesError.sentence + " Nothing was changed."]
    for clash in clashes:
        lines.append(f"  {_told(clash)}")
        lines += [f"    {how}" for how in _ways(clash)]
    return "\n".join(lines)


def _told(clash: Clash) -> str:
    others = " and ".join(f"{each.name} ({each.email})" for each in clash.taken_by)
    return f"{clash.teacher.name} ({clash.teacher.email}) of {clash.source.folder}: the school has {others}."


def _ways(clash: Clash) -> Iterator[str]:
    email = clash.teacher.email
    if clash.may_be_one_person:
        yield f"--same-person {email}   the classes go to the account that is there"
    if clash.may_be_two_people:
        yield f"--other-email {email}=NEW   somebody else, who signs in with another e-mail"
    yield f"--leave-out {email}   this teacher and the classes stay here for good"


def _ask(clash: Clash) -> Answer:
    _say(_told(clash))
    ways: dict[str, str] = {}
    if clash.may_be_one_person:
        ways["s"] = "the same person: the classes go to the account at the school"
    if clash.may_be_two_people:
        ways["o"] = "somebody else: signs in at the school with another e-mail"
    ways["l"] = "leave this teacher and the classes out"
    for letter, meaning in ways.items():
        _say(f"  {letter}  {meaning}")
    while True:
        chosen = _typed("Which one? ").lower()
        if chosen in ways:
            return _answer(chosen)


def _answer(letter: str) -> Answer:
    if letter == "s":
        return SamePerson()
    if letter == "l":
        return LeaveOut()
    while True:
        try:
            return OtherEmail(_valid(_typed("The other e-mail: ")))
        except BadOptionError as error:
            _say(str(error))


def _typed(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        raise ClashesError(f"{ClashesError.sentence} Nothing was changed.") from None
