"""Everything of a teacher's classes, or of one student, as one zip that any computer opens.

The rows are written to files of a private folder in one reading transaction, so that they fit together and a slow
download keeps no transaction open; then the zip is made while it is sent, one photo in memory at a time.
"""

import csv
import json
import logging
import sqlite3
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import IO

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server import clock
from server.data_protection.backups.service import Backups, told
from server.data_protection.backups.zip_stream import PIECE, ZipStream
from server.data_protection.privacy.photo_names import FOLDER, Photo, Photos
from server.data_protection.privacy.readme import MISSING, missing, readme
from server.data_protection.privacy.scope import Scope
from server.data_protection.privacy.tables import Cell, Table, Tables
from server.database.postgresql import DatabaseUnavailableError, is_unavailable
from server.disk import open_private
from server.domain.progress.export import harmless
from server.errors import DomainError
from server.media import ImageMissingError, ImageStoreError, MediaStore
from server.settings import program_version

JSON_FILE = "goalbucks.json"
ROWS_AT_ONCE = 500
BREATH_SECONDS = 0.002
"""After so many rows: making texts of them holds Python's lock, which the class needs too."""
ROOM_FOR_EACH_BYTE = 3
"""Of the database: the rows stand in two files, with names in place of ids."""

log = logging.getLogger("goalbucks.privacy")


class ExportFailedError(DomainError):
    """The disk refused; nothing is left of it."""

    status = 503
    code = "export_failed"
    sentence = "The export could not be written. Nothing was changed. Please check the disk and try again."


@dataclass(slots=True)
class Gathered:
    """The rows as files, and the photos that go with them. `close` removes the files."""

    folder: Path
    title: str
    student: str | None
    """The one student's name."""
    host: str
    """Name of the computer (`Deployment.host_label`)."""
    tables: list[Table] = field(default_factory=list)
    photos: list[Photo] = field(default_factory=list)
    _until: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Leave nothing behind."""
        self._until.close()


def gather(db: Session, scope: Scope, backups: Backups) -> Gathered:
    """Write the rows; waits for the disk.

    Raises ExportFailedError, DiskTooFullError or DatabaseUnavailableError, and leaves nothing then.
    """
    until = ExitStack()
    try:
        folder = until.enter_context(backups.work_folder())
        database = backups.settings.database_path
        size = database.stat().st_size if database.exists() else 0
        backups.require_room({folder: ROOM_FOR_EACH_BYTE * size})
        student = scope.students[scope.student_id] if scope.student_id is not None else None
        gathered = Gathered(folder, student or scope.teacher_name, student, backups.deployment.host_label, _until=until)
        photos = Photos(scope)
        _write_tables(db, gathered, Tables(db, scope, photos).all())
        gathered.photos = photos.all
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        until.close()
        log.exception("an export was not written")
        if not backups.deployment.uses_sqlite and is_unavailable(error):
            raise DatabaseUnavailableError from error
        raise told(error, ExportFailedError) from error
    except BaseException:
        until.close()
        raise
    return gathered


def zipped(gathered: Gathered, media: MediaStore) -> Iterator[bytes]:
    """The zip, piece by piece."""
    sink = ZipStream()
    with zipfile.ZipFile(sink, "w") as file:
        file.writestr(_entry("README.txt", clock.now()), readme(gathered.title, gathered.tables, gathered.host))
        for name in [f"{table.name}.csv" for table in gathered.tables] + [JSON_FILE]:
            with (gathered.folder / name).open("rb") as source, file.open(_entry(name, clock.now()), "w") as target:
                while piece := source.read(PIECE):
                    target.write(piece)
                    yield from sink.take()
        gone: list[str] = []
        not_read: list[str] = []
        for photo in gathered.photos:
            try:
                data = media.read(photo.key, "full")
            except (ImageMissingError, ImageStoreError) as error:
                (gone if isinstance(error, ImageMissingError) else not_read).append(photo.path)
                continue
            entry = _entry(photo.path, photo.sent_at)
            entry.compress_type = zipfile.ZIP_STORED
            file.writestr(entry, data)
            yield from sink.take()
        if gone or not_read:
            file.writestr(_entry(f"{FOLDER}/{MISSING}", clock.now()), missing(gone, not_read))
    yield from sink.take(everything=True)


def _entry(name: str, moment: datetime) -> zipfile.ZipInfo:
    year, *rest = moment.astimezone().timetuple()[:6]
    # A zip knows no year before 1980, which a clock without its battery may show.
    info = zipfile.ZipInfo(name, (max(1980, year), *rest))  # type: ignore[arg-type]  # these are six
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _write_tables(db: Session, gathered: Gathered, tables: Iterable[Table]) -> None:
    with _new(gathered.folder / JSON_FILE) as file:
        head = {"program": f"GoalBucks {program_version()}", "exportedAt": _json(clock.now()), "of": gathered.title}
        file.write(json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}"))
        for table in tables:
            file.write(f",\n{json.dumps(table.key)}: [")
            _write_table(db, table, gathered.folder, file)
            file.write("]")
            gathered.tables.append(table)
        file.write("\n}\n")


def _write_table(db: Session, table: Table, folder: Path, into: IO[str]) -> None:
    # With a mark, without which Excel misreads names.
    with _new(folder / f"{table.name}.csv", "utf-8-sig") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow([column.heading for column in table.columns])
        before = "\n"
        for rows in db.execute(table.query).yield_per(ROWS_AT_ONCE).partitions():
            for row in rows:
                cells = [column.value(row) for column in table.columns]
                writer.writerow([_csv(cell) for cell in cells])
                keys = (column.key for column in table.columns)
                line = {key: _json(cell) for key, cell in zip(keys, cells, strict=True)}
                into.write(before + json.dumps(line, ensure_ascii=False))
                before = ",\n"
            time.sleep(BREATH_SECONDS)


def _new(path: Path, encoding: str = "utf-8") -> IO[str]:
    return open(path, "x", encoding=encoding, newline="", opener=open_private)


def _csv(cell: Cell) -> str | int:
    """As the teacher's clock shows times; a spreadsheet knows no zones."""
    if isinstance(cell, datetime):
        return f"{cell.astimezone():%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else harmless(cell)


def _json(cell: Cell) -> str | int | None:
    if isinstance(cell, datetime):
        return cell.isoformat().replace("+00:00", "Z")
    return cell.isoformat() if isinstance(cell, date) else cell
