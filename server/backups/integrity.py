"""`goalbucks check`: whether database, sums and images agree. Changes nothing."""

from contextlib import closing
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.backups.snapshot import image_keys, look_through, reading
from server.database.engine import open_engine
from server.database.migrations import HEAD
from server.goalbucks.service import mismatches
from server.media import SIZES, FolderStore, ImageMissingError, ImageStoreError
from server.settings import Settings

_BEGIN, _END = b"\xff\xd8", b"\xff\xd9"
"""Of a JPEG that was written whole."""
MOST_NAMED = 20


@dataclass(slots=True)
class Report:
    """What was looked at, and what is wrong with it."""

    looked_at: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def note(self, what: str, problems: list[str]) -> None:
        """Add a look; the first problems by name, the rest as a number."""
        self.looked_at.append(what)
        self.problems += problems[:MOST_NAMED]
        if len(problems) > MOST_NAMED:
            self.problems.append(f"... and {len(problems) - MOST_NAMED} more of this kind.")


def check(settings: Settings, *, images: bool = True) -> Report:
    """Look at everything, or at all but the images; a server may be at work meanwhile."""
    report = Report()
    found = look_through(settings.database_path)
    rows = sum(found.counts.values())
    damage = [f"The database is damaged: {each}" for each in found.damage]
    report.note(f"Database: {rows} rows in {len(found.counts)} tables, schema {found.revision or 'unknown'}.", damage)
    if found.damage:
        return report
    dangling = [f"{found.dangling} rows refer to rows that aren't there."] if found.dangling else []
    report.note("References between rows.", dangling)
    if found.revision != HEAD:
        age = "a newer" if found.revision > HEAD else "an older"
        report.note(f"Left out: sums and images, since the database is of {age} GoalBucks.", [])
        return report
    _check_sums(settings, report)
    if images:
        _check_images(settings, report)
    return report


def _check_sums(settings: Settings, report: Report) -> None:
    engine = open_engine(settings.database_url)
    try:
        with Session(engine) as db:
            wrong = [
                f"The balance of student {student_id} is kept as {kept}, but its entries add up to {added}."
                for student_id, added, kept in mismatches(db)
            ]
    except SQLAlchemyError as error:
        wrong = [f"The ledger can't be read: {error}"]
    finally:
        engine.dispose()
    with closing(reading(settings.database_path)) as connection:
        (entries,) = connection.execute("SELECT count(*) FROM goalbuck_entries").fetchone()
        query = (
            "SELECT id, student_id FROM (SELECT id, student_id, balance_after,"
            " sum(amount) OVER (PARTITION BY student_id ORDER BY id) AS added FROM goalbuck_entries)"
            " WHERE balance_after <> added"
        )
        wrong += [
            f"Entry {entry} of student {student} doesn't go on from the one before."
            for entry, student in connection.execute(query)
        ]
    report.note(f"Balances: the sums of {entries} entries.", wrong)


def _check_images(settings: Settings, report: Report) -> None:
    store = FolderStore(settings.image_dir)
    # Listed before the rows are read: what comes meanwhile has its row by then.
    lying = {image.key for image in store.keys()}  # noqa: SIM118 - no dictionary
    named = set(image_keys(settings.database_path))
    wrong = [problem for key in sorted(named) for size in SIZES if (problem := _wrong(store, key, size))]
    if wrong:
        # Deleted since they were listed: no row names them any more.
        now = set(image_keys(settings.database_path))
        wrong = [problem for problem in wrong if problem.split(" ", 2)[1] in now]
    report.note(f"Images: {len(named)} that submissions name, {len(lying - named)} that none names (harmless).", wrong)


def _wrong(store: FolderStore, key: str, size: str) -> str | None:
    try:
        data = store.read(key, "full" if size == "full" else "thumb")
    except ImageMissingError:
        return f"Image {key} ({size}) is missing."
    except ImageStoreError:
        return f"Image {key} ({size}) can't be read."
    if not (data.startswith(_BEGIN) and data.endswith(_END)):
        return f"Image {key} ({size}) is damaged."
    return None


def sums_differ(db: Session) -> int:
    """Of how many students the kept sums aren't those of their entries."""
    return len(mismatches(db))
