"""A backup that shares its photos, as one whole file to keep elsewhere; made while it is sent."""

import logging
from collections.abc import Iterator
from typing import BinaryIO, cast

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import Writing
from server.data_protection.backups.errors import DamagedBackupError
from server.data_protection.backups.manifest import DATABASE, WHOLE_FORMAT
from server.data_protection.backups.zip_stream import ZipStream
from server.media import ImageMissingError

log = logging.getLogger("goalbucks.backups")


def assembled(archive: Archive) -> Iterator[bytes]:
    """The file, piece by piece; closes the archive. Breaks off when the backup is removed meanwhile."""
    stream = ZipStream()
    manifest = archive.manifest.model_copy(deep=True)
    manifest.format, manifest.shared, manifest.next_photo_check = WHOLE_FORMAT, [], 0
    # What a zip needs of a file, a stream has.
    with archive, Writing(cast("BinaryIO", stream), lambda: None, durable=False) as writing:
        (database,) = (entry for entry in archive.manifest.entries if entry.name == DATABASE)
        writing.add(DATABASE, database.size, archive.database_chunks(), compress=True)
        if writing.entries != [database]:
            raise DamagedBackupError
        yield from stream.take()
        absent = set(archive.missing_photos())
        for entry in archive.manifest.shared:
            try:
                writing.add(entry.name, entry.size, [archive.read_shared(entry)])
            except ImageMissingError:
                if entry not in absent and not archive.has_photo(entry):
                    raise DamagedBackupError from None
                log.warning("%s is left out of the copy: it is missing or damaged", entry.name)
                manifest.missing_images.append(entry.name)
            yield from stream.take()
        writing.finish(manifest)
    yield from stream.take(everything=True)
