"""Read-only integrity check of database, ledger and images, for `goalbucks check`."""

import sqlite3
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine, func, inspect, select, table, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.data_protection.backups.snapshot import inspect_database, is_damage, readable_database
from server.database.migrate import require_schema
from server.database.migrations import HEAD
from server.database.postgresql import open_unpooled_engine
from server.database.schema_comparison import compare_schema
from server.database.sqlite import open_sqlite_engine
from server.deployment import Deployment
from server.domain.class_goals.queries import find_gifts_to_other_classes, find_unposted_gifts, find_wrong_sums
from server.domain.goalbucks.queries import find_mismatches, find_wrong_resets, find_wrong_weeks
from server.domain.goals.queries import find_wrong_credits
from server.domain.groups.queries import find_members_of_other_classes
from server.domain.members.queries import find_members_of_own_classes
from server.domain.savings.queries import find_foreign_savings
from server.domain.series.queries import find_foreign_goals, find_foreign_students
from server.domain.students.archiving import find_signed_in_to_archived
from server.domain.submissions.queries import all_image_keys
from server.domain.substitutes.queries import find_sessions_of_ended, find_sessions_of_other_owners
from server.media import IMAGE_SIZES, ImageMissingError, ImageSize, ImageStorageError, MediaStore, open_media_store
from server.settings import Settings, sqlite_url

_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
"""First and last bytes of a complete JPEG file."""
MAX_LISTED_PROBLEMS = 20
BROKEN_BALANCE_CHAIN = text(
    "SELECT id, student_id FROM (SELECT id, student_id, balance_after,"
    " sum(amount) OVER (PARTITION BY student_id ORDER BY id) AS added FROM goalbuck_entries) AS chain"
    " WHERE balance_after <> added"
)
"""Ledger entries whose `balance_after` isn't the sum of the entries up to it."""


@dataclass(slots=True)
class CheckReport:
    """The checks that ran, and the problems they found, in sentences."""

    checks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    is_complete: bool = True
    """False when checks were skipped because the database has another schema revision."""

    def add(self, what: str, problems: list[str]) -> None:
        """Add a check and its problems; of more than MAX_LISTED_PROBLEMS, the rest as a number."""
        self.checks.append(what)
        self.problems += problems[:MAX_LISTED_PROBLEMS]
        if len(problems) > MAX_LISTED_PROBLEMS:
            self.problems.append(f"... and {len(problems) - MAX_LISTED_PROBLEMS} more of this kind.")


def check_integrity(settings: Settings, *, images: bool = True) -> CheckReport:
    """Run all checks, optionally without images. A server may be running.

    Raises OSError, sqlite3.Error and SQLAlchemyError when a file can't be read; on a school's server
    SchemaOutdatedError, NewerDatabaseError and DatabaseUnavailableError.
    """
    report = CheckReport()
    uses_sqlite = Deployment.of(settings).uses_sqlite
    with ExitStack() as stack:
        if uses_sqlite:
            database = stack.enter_context(readable_database(settings.database_path))
            if not _check_file(settings, database, report):
                return report
            engine = open_sqlite_engine(sqlite_url(database))
            stack.callback(engine.dispose)
        else:
            require_schema(settings.database_url)
            engine = open_unpooled_engine(settings.database_url)
        _check_rows(engine, report, uses_sqlite=uses_sqlite)
        if images:
            _check_images(engine, settings, report, read=uses_sqlite)
    return report


def _check_file(settings: Settings, database: Path, report: CheckReport) -> bool:
    """Check schema, pages and references of the file `database`; return whether its rows can be checked."""
    try:
        schema = compare_schema(database)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        report.add("Database.", [f"The database is damaged: {error}"])
        return False
    if not schema.revision:
        report.add("Database.", [f"{settings.database_path} is empty, or isn't a GoalBucks database."])
        return False
    if schema.revision <= HEAD and schema.differences:
        differences = ", ".join(schema.differences)
        report.add("Schema.", [f"It differs from GoalBucks' ({differences}), so no backup of it could be restored."])
    inspection = inspect_database(database)
    rows = sum(inspection.counts.values())
    damage = [f"The database is damaged: {each}" for each in inspection.damage]
    report.add(
        f"Database: {rows} rows in {len(inspection.counts)} tables, schema {inspection.revision or 'unknown'}.", damage
    )
    if inspection.damage:
        return False
    dangling = [f"{inspection.dangling} rows refer to rows that don't exist."] if inspection.dangling else []
    report.add("References between rows.", dangling)
    if inspection.revision != HEAD:
        age = "a newer" if inspection.revision > HEAD else "an older"
        report.add(f"Not checked: balances and images, since the database is of {age} GoalBucks.", [])
        report.is_complete = False
    return inspection.revision == HEAD


def _check_rows(engine: Engine, report: CheckReport, *, uses_sqlite: bool) -> None:
    try:
        with Session(engine) as db:
            if not uses_sqlite:
                _count_rows(db, report)
            report.add(f"Balances: the sums of {_count(db, 'goalbuck_entries')} entries.", ledger_problems(db))
    except SQLAlchemyError as error:
        if not uses_sqlite:
            raise
        report.add("Balances.", [f"The ledger can't be read: {error}"])
        return
    with Session(engine) as db:
        report.add(f"Groups: {_count(db, 'student_groups')}.", group_problems(db))
        report.add(f"Class goals: {_count(db, 'class_goals')}.", class_goal_problems(db))
        report.add(f"Series: {_count(db, 'goal_series')}.", series_problems(db))
        report.add(f"Co-teachers: {_count(db, 'class_members')}.", member_problems(db))
        report.add(f"Savings goals: {_count(db, 'savings_goals')}.", savings_problems(db))
        report.add("Archived classes.", archive_problems(db))
        report.add(f"Substitutes: {_count(db, 'substitutions')}.", substitute_problems(db))


def _count_rows(db: Session, report: CheckReport) -> None:
    """Count the rows of a PostgreSQL database, which checks its pages and references itself."""
    tables = inspect(db.connection()).get_table_names()
    rows = sum(_count(db, name) for name in tables)
    report.add(f"Database: {rows} rows in {len(tables)} tables, schema {HEAD}.", [])


def _count(db: Session, name: str) -> int:
    return db.scalar(select(func.count()).select_from(table(name))) or 0


def ledger_problems(db: Session) -> list[str]:
    """Return sentences about balances, balance chains, weeks, resets and credits of goals that are wrong."""
    return (
        [
            f"The balance of student {each.student_id} is stored with {each.column} {each.stored}, "
            f"but its entries add up to {each.ledger_sum}."
            for each in find_mismatches(db)
        ]
        + [
            f"Entry {entry} of student {student} doesn't continue the balance of the previous one."
            for entry, student in db.execute(BROKEN_BALANCE_CHAIN)
        ]
        + [
            f"Entry {entry.id} of student {entry.student_id} isn't in the week of the entry that it undoes."
            for entry in find_wrong_weeks(db)
        ]
        + [
            f"The balance of student {student_id} wasn't 0 after a new term reset it."
            for student_id in find_wrong_resets(db)
        ]
        + [
            f"Goal {goal.id} of student {goal.student_id} is completed for {goal.goalbucks}, "
            "but its entry isn't of that amount."
            for goal in find_wrong_credits(db)
        ]
    )


def group_problems(db: Session) -> list[str]:
    """Return sentences about students in groups of another class."""
    return [
        f"Student {each.student_id} is in group {each.group_id}, which is of another class."
        for each in find_members_of_other_classes(db)
    ]


def class_goal_problems(db: Session) -> list[str]:
    """Return sentences about gifts that aren't in the ledger, of other classes, or more than a goal needs."""
    return (
        [
            f"Student {each.student_id} gave to class goal {each.class_goal_id}, which is of another class."
            for each in find_gifts_to_other_classes(db)
        ]
        + [
            f"Gift {each.id} of student {each.student_id} isn't in the ledger as it is stored."
            for each in find_unposted_gifts(db)
        ]
        + [f"Class goal {each.id} has the wrong status for what was given to it." for each in find_wrong_sums(db)]
    )


def series_problems(db: Session) -> list[str]:
    """Return sentences about goals and students of series of another class."""
    goals = [f"Goal {each.id} is of the series {each.series_id} of another class." for each in find_foreign_goals(db)]
    return goals + [
        f"Student {each.student_id} is in the series {each.series_id} of another class."
        for each in find_foreign_students(db)
    ]


def member_problems(db: Session) -> list[str]:
    """Return sentences about co-teachers of classes that they own."""
    return [
        f"Teacher {each.teacher_id} is a co-teacher of class {each.classroom_id}, and its owner."
        for each in find_members_of_own_classes(db)
    ]


def savings_problems(db: Session) -> list[str]:
    """Return sentences about students who save for an item of another class."""
    return [
        f"Student {each.student_id} saves for item {each.item_id}, which is of another class."
        for each in find_foreign_savings(db)
    ]


def archive_problems(db: Session) -> list[str]:
    """Return sentences about students who are signed in to an archived class."""
    return [
        f"Student {each.id} is signed in to the archived class {each.classroom_id}."
        for each in find_signed_in_to_archived(db)
    ]


def substitute_problems(db: Session) -> list[str]:
    """Return sentences about substitutes whose session should have ended, or doesn't end with the owner's."""
    return [
        f"Substitution {each.id} in class {each.classroom_id} has ended, but its session is open."
        for each in find_sessions_of_ended(db)
    ] + [
        f"The session of substitution {each.id} isn't of the owner of class {each.classroom_id}."
        for each in find_sessions_of_other_owners(db)
    ]


def _check_images(engine: Engine, settings: Settings, report: CheckReport, *, read: bool) -> None:
    """Check that each referenced image exists and, with `read`, is complete.

    Without `read`, the media store's list is trusted, because an object store may hold millions of images.
    """
    store = open_media_store(settings.media_url, settings.image_dir)
    try:
        store.require_reachable()
        # Listed before the rows are read, so that a new image isn't reported as unreferenced.
        stored = {image.key for image in store.keys()}  # noqa: SIM118 - not a dictionary
    except ImageStorageError:
        report.add("Images.", ["The image storage can't be reached."])
        return
    referenced = _referenced_keys(engine)
    wrong = {key: problems for key in sorted(referenced) if (problems := _problems_of(store, stored, key, read=read))}
    if wrong:
        # Images that were deleted since they were listed have no row any more.
        now = _referenced_keys(engine)
        wrong = {key: problems for key, problems in wrong.items() if key in now}
    note = f"Images: {len(referenced)} referenced by submissions, {len(stored - referenced)} unreferenced (harmless)."
    report.add(note, [problem for problems in wrong.values() for problem in problems])


def _referenced_keys(engine: Engine) -> set[str]:
    with Session(engine) as db:
        return all_image_keys(db)


def _problems_of(store: MediaStore, stored: set[str], key: str, *, read: bool) -> list[str]:
    if not read:
        return [] if key in stored else [f"Image {key} is missing."]
    return [problem for size in IMAGE_SIZES if (problem := _file_problem(store, key, size))]


def _file_problem(store: MediaStore, key: str, size: ImageSize) -> str | None:
    try:
        data = store.read(key, size)
    except ImageMissingError:
        return f"Image {key} ({size}) is missing."
    except ImageStorageError:
        return f"Image {key} ({size}) can't be read."
    if not (data.startswith(_JPEG_START) and data.endswith(_JPEG_END)):
        return f"Image {key} ({size}) is damaged."
    return None


def ledger_mismatch_count(db: Session) -> int:
    """Return the number of students whose balance differs from the sum of their ledger entries."""
    return len({each.student_id for each in find_mismatches(db)})
