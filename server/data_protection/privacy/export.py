"""Export of a teacher's classes, or of one student, as a zip file.

The rows are written to files in a work folder in one read transaction, for a consistent snapshot that a slow download
doesn't keep open. The zip is then generated while it is sent, with one image in memory at a time.
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
from server.data_protection.backups.service import BackupService, to_domain_error
from server.data_protection.backups.zip_stream import CHUNK_BYTES, ZipStream, zip_timestamp
from server.data_protection.privacy.export_table import Cell, ExportTable
from server.data_protection.privacy.export_tables import ExportTables
from server.data_protection.privacy.image_names import PHOTO_FOLDER, ExportImage, ExportImages
from server.data_protection.privacy.readme import MISSING_PHOTOS_NAME, missing_photos_text, readme_text
from server.data_protection.privacy.scope import ExportScope
from server.database.postgresql import DatabaseUnavailableError, is_unavailable
from server.domain.progress.balances_csv import escape_formula
from server.errors import DomainError
from server.media import ImageMissingError, ImageStorageError, MediaStore
from server.settings import program_version
from server.system.durable_files import open_owner_only
from server.texts.file_texts import translate
from server.texts.language import Language

JSON_FILE = "goalbucks.json"
YES_OR_NO = {True: "yes", False: "no"}
BATCH_ROWS = 500
BATCH_PAUSE_SECONDS = 0.002
"""Pause after each batch of rows: formatting them holds the GIL, which requests need too."""
SIZE_FACTOR = 3
"""Needed bytes per byte of the database: rows are written to two files, with names in place of ids."""

log = logging.getLogger("goalbucks.privacy")


class ExportFailedError(DomainError):
    """The export's files couldn't be written; none is left."""

    status = 503
    code = "export_failed"
    sentence = "The export could not be written. Nothing was changed. Please check the disk and try again."


@dataclass(slots=True)
class PreparedExport:
    """The exported rows as files in a work folder, and the list of images. `close` deletes the files."""

    folder: Path
    title: str
    student: str | None
    """Name of the student, if the export is of one."""
    host: str
    """Name of the computer (`Deployment.host_label`)."""
    language: Language
    """Language of the texts and headings; the keys of the JSON file are English."""
    tables: list[ExportTable] = field(default_factory=list)
    images: list[ExportImage] = field(default_factory=list)
    _cleanup: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Delete the files."""
        self._cleanup.close()


def prepare_export(db: Session, scope: ExportScope, backups: BackupService, language: Language) -> PreparedExport:
    """Write the rows to files; blocks on disk I/O.

    Raises ExportFailedError, BackupDiskFullError or DatabaseUnavailableError and leaves no files then.
    """
    cleanup = ExitStack()
    try:
        folder = cleanup.enter_context(backups.work_folder())
        database = backups.settings.database_path
        size = database.stat().st_size if database.exists() else 0
        backups.require_free_space({folder: SIZE_FACTOR * size})
        student = scope.students[scope.student_id] if scope.student_id is not None else None
        title, host = student or scope.teacher_name, backups.deployment.host_label
        export = PreparedExport(folder, title, student, host, language, _cleanup=cleanup)
        images = ExportImages(scope)
        _write_tables(db, export, ExportTables(db, scope, images).all())
        export.images = images.all
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        cleanup.close()
        log.exception("an export was not written")
        if not backups.deployment.uses_sqlite and is_unavailable(error):
            raise DatabaseUnavailableError from error
        raise to_domain_error(error, ExportFailedError) from error
    except BaseException:
        cleanup.close()
        raise
    return export


def stream_zip(export: PreparedExport, media: MediaStore) -> Iterator[bytes]:
    """Yield the zip in chunks; images that can't be read are listed in a text file."""
    sink = ZipStream()
    with zipfile.ZipFile(sink, "w") as file:
        file.writestr(
            _zip_info("README.txt", clock.now()), readme_text(export.title, export.tables, export.host, export.language)
        )
        for name in [f"{table.name}.csv" for table in export.tables] + [JSON_FILE]:
            with (export.folder / name).open("rb") as source, file.open(_zip_info(name, clock.now()), "w") as target:
                while chunk := source.read(CHUNK_BYTES):
                    target.write(chunk)
                    yield from sink.take()
        missing_paths: list[str] = []
        unreadable_paths: list[str] = []
        for image in export.images:
            try:
                data = media.read(image.key, "full")
            except (ImageMissingError, ImageStorageError) as error:
                (missing_paths if isinstance(error, ImageMissingError) else unreadable_paths).append(image.path)
                continue
            entry = _zip_info(image.path, image.sent_at)
            entry.compress_type = zipfile.ZIP_STORED
            file.writestr(entry, data)
            yield from sink.take()
        if missing_paths or unreadable_paths:
            file.writestr(
                _zip_info(f"{PHOTO_FOLDER}/{MISSING_PHOTOS_NAME}", clock.now()),
                missing_photos_text(missing_paths, unreadable_paths, export.language),
            )
    yield from sink.take(everything=True)


def _zip_info(name: str, moment: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, zip_timestamp(moment))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _write_tables(db: Session, export: PreparedExport, tables: Iterable[ExportTable]) -> None:
    with _create(export.folder / JSON_FILE) as file:
        head = {"program": f"GoalBucks {program_version()}", "exportedAt": _json(clock.now()), "of": export.title}
        file.write(json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}"))
        for table in tables:
            file.write(f",\n{json.dumps(table.key)}: [")
            _write_table(db, table, export, file)
            file.write("]")
            export.tables.append(table)
        file.write("\n}\n")


def _write_table(db: Session, table: ExportTable, export: PreparedExport, into: IO[str]) -> None:
    # With a byte order mark, without which Excel doesn't detect UTF-8.
    with _create(export.folder / f"{table.name}.csv", "utf-8-sig") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow([translate(column.heading, export.language) for column in table.columns])
        separator = "\n"
        for rows in db.execute(table.query).yield_per(BATCH_ROWS).partitions():
            for row in rows:
                cells = [column.value(row) for column in table.columns]
                writer.writerow([_csv(cell, export.language) for cell in cells])
                keys = (column.key for column in table.columns)
                line = {key: _json(cell) for key, cell in zip(keys, cells, strict=True)}
                into.write(separator + json.dumps(line, ensure_ascii=False))
                separator = ",\n"
            time.sleep(BATCH_PAUSE_SECONDS)


def _create(path: Path, encoding: str = "utf-8") -> IO[str]:
    return open(path, "x", encoding=encoding, newline="", opener=open_owner_only)


def _csv(cell: Cell, language: Language) -> str | int:
    """Format a cell for CSV; times are local, because spreadsheets don't know time zones."""
    if isinstance(cell, bool):
        return translate(YES_OR_NO[cell], language)
    if isinstance(cell, datetime):
        return f"{clock.local_time(cell):%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else escape_formula(cell)


def _json(cell: Cell) -> str | int | None:
    if isinstance(cell, bool):
        return YES_OR_NO[cell]
    if isinstance(cell, datetime):
        return cell.isoformat().replace("+00:00", "Z")
    return cell.isoformat() if isinstance(cell, date) else cell
