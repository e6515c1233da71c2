"""Export of a backup with shared images as one self-contained file, generated while it is sent."""

import logging
from collections.abc import Iterator
from typing import BinaryIO, cast

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import ArchiveWriter
from server.data_protection.backups.errors import DamagedBackupError
from server.data_protection.backups.manifest import DATABASE_NAME, SELF_CONTAINED_FORMAT
from server.data_protection.backups.zip_stream import ZipStream
from server.media import ImageMissingError

log = logging.getLogger("goalbucks.backups")


def stream_self_contained(archive: Archive) -> Iterator[bytes]:
    """Yield the self-contained file in chunks and close the archive.

    Images that are missing or damaged are left out. Raises DamagedBackupError when the database changed, or when an
    image vanishes that was there at the beginning: the backup was deleted meanwhile.
    """
    stream = ZipStream()
    manifest = archive.manifest.model_copy(deep=True)
    manifest.format, manifest.shared, manifest.next_photo_check = SELF_CONTAINED_FORMAT, [], 0
    # ZipStream has all that zipfile needs of a file.
    with archive, ArchiveWriter(cast("BinaryIO", stream), lambda: None, durable=False) as writer:
        (database,) = (entry for entry in archive.manifest.entries if entry.name == DATABASE_NAME)
        writer.add(DATABASE_NAME, database.size, archive.database_chunks(), compress=True)
        if writer.entries != [database]:
            raise DamagedBackupError
        yield from stream.take()
        missing = set(archive.missing_shared_images())
        for entry in archive.manifest.shared:
            try:
                writer.add(entry.name, entry.size, [archive.read_shared(entry)])
            except ImageMissingError:
                if entry not in missing and not archive.has_shared_image(entry):
                    raise DamagedBackupError from None
                log.warning("%s is left out of the copy: it is missing or damaged", entry.name)
                manifest.missing_images.append(entry.name)
            yield from stream.take()
        writer.finish(manifest)
    yield from stream.take(everything=True)
