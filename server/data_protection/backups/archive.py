"""Reader of a backup file, which is a standard zip.

Content: `goalbucks.db`, the images under their paths below the data folder, uncompressed, and last `manifest.json`
with the size and digest of each file. Automatic backups keep their images in the shared image folder
(shared_image_store.py). Files are streamed, because a class's images exceed a small computer's memory.
"""

import hashlib
import io
import os
import zipfile
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Self

from pydantic import ValidationError

from server.data_protection.backups.archive_writer import CHUNK_BYTES, CancelCheck
from server.data_protection.backups.errors import (
    BackupUnreadableError,
    DamagedBackupError,
    NewerBackupError,
    NotABackupError,
)
from server.data_protection.backups.manifest import (
    DATABASE_NAME,
    MANIFEST_NAME,
    NEWEST_FORMAT,
    ImageFile,
    Manifest,
    ManifestEntry,
    ManifestFormat,
    parse_image_name,
)
from server.data_protection.backups.schema_check import require_known_schema
from server.data_protection.backups.shared_image_store import SharedImageStore
from server.data_protection.backups.snapshot import InspectionResult, inspect_database, referenced_image_keys
from server.data_protection.backups.zip_reader import (
    FIRST_NAMES,
    first_entry_name,
    read_both_ends,
    translate_zip_errors,
)
from server.database.migrations import HEAD
from server.media import IMAGE_SIZES, ImageMissingError
from server.media.images import MAX_IMAGE_BYTES
from server.system.durable_files import open_owner_only

MAX_MANIFEST_BYTES = 256 << 20


class Archive:
    """A backup file, open for reading; a context manager that closes it.

    Invalid content raises NotABackupError, DamagedBackupError or NewerBackupError; an I/O error
    BackupUnreadableError.
    """

    def __init__(self, path: Path, *shared_folders: SharedImageStore) -> None:
        """Open the backup. Shared images are searched next to it, then in `shared_folders`."""
        self.path = path
        self._shared_folders = (SharedImageStore(path.parent), *shared_folders)
        try:
            with self._translate_io_errors():
                read_both_ends(path)
                self._zip = zipfile.ZipFile(path)
        except DamagedBackupError:
            raise (DamagedBackupError if first_entry_name(path) in FIRST_NAMES else NotABackupError) from None
        try:
            self.manifest = self._read_manifest()
        except BaseException:
            self._zip.close()
            raise
        self._shared = {entry.name: entry for entry in self.manifest.shared}
        self._names = {entry.name for entry in self.manifest.entries}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def verify(self, database: Path, check_cancelled: CancelCheck) -> None:
        """Verify all files against the manifest and extract the database, which is inspected, to the new file."""
        with open(database, "xb", opener=open_owner_only) as file:
            named = self._verify_entries(check_cancelled, file)
            os.fsync(file.fileno())
        if self.manifest.revision > HEAD:
            raise NewerBackupError
        require_known_schema(database)
        self._require_described(inspect_database(database))
        self._require_images(database, named)

    def verify_written(self, source: Path, check_cancelled: CancelCheck) -> None:
        """Verify a backup that this process has just written of the database `source`, which it has inspected.

        The digests prove that the backup has the same content, so that it isn't inspected again.
        """
        self._require_images(source, self._verify_entries(check_cancelled))

    def _verify_entries(self, check_cancelled: CancelCheck, database: BinaryIO | None = None) -> set[str]:
        """Verify the digests of all files, writing the database to `database`; return the names of all images."""
        named = {entry.name for entry in self.manifest.entries}
        shared = {entry.name for entry in self.manifest.shared if _is_image_entry(entry)}
        if len(shared) != len(self.manifest.shared) or not shared.isdisjoint(named):
            raise DamagedBackupError
        present = self._zip.namelist()
        if DATABASE_NAME not in named or len(present) != len(set(present)) or set(present) != named | {MANIFEST_NAME}:
            raise DamagedBackupError
        for entry in self.manifest.entries:
            self._verify_entry(entry, check_cancelled, database if entry.name == DATABASE_NAME else None)
        return named | shared

    def extract_database(self, database: Path, check_cancelled: CancelCheck) -> None:
        """Extract the database to the new file `database`; only its size and digest are verified."""
        entry = next((each for each in self.manifest.entries if each.name == DATABASE_NAME), None)
        if entry is None:
            raise DamagedBackupError
        with open(database, "xb", opener=open_owner_only) as file:
            self._verify_entry(entry, check_cancelled, file)

    def has_image(self, image: ImageFile) -> bool:
        """Return whether `read_image` returns the image file; a shared one is read and verified."""
        entry = self._shared.get(image.name)
        if entry is None:
            return image.name in self._names
        return any(folder.read(entry) is not None for folder in self._shared_folders)

    def read_image(self, image: ImageFile) -> bytes:
        """Return the content of an image file; raise ImageMissingError if a shared one is missing or damaged."""
        entry = self._shared.get(image.name)
        if entry is None:
            return b"".join(self._chunks(image.name))
        return self.read_shared(entry)

    def read_shared(self, entry: ManifestEntry) -> bytes:
        """Return the content of an entry of `manifest.shared`; raise ImageMissingError if missing or damaged."""
        for folder in self._shared_folders:
            if (data := folder.read(entry)) is not None:
                return data
        raise ImageMissingError

    def missing_shared_images(self) -> list[ManifestEntry]:
        """Return the entries of `manifest.shared` without a file of their size."""
        return [entry for entry in self.manifest.shared if not self.has_shared_image(entry)]

    @property
    def has_lost_all_shared_images(self) -> bool:
        """Whether the backup has shared images and all of them are missing."""
        return bool(self.manifest.shared) and len(self.missing_shared_images()) == len(self.manifest.shared)

    def has_shared_image(self, entry: ManifestEntry) -> bool:
        """Return whether an entry of `manifest.shared` has a file of its size."""
        return any(folder.has(entry) for folder in self._shared_folders)

    def verify_shared_images(self, entries: Iterable[ManifestEntry], check_cancelled: CancelCheck) -> None:
        """Raise DamagedBackupError if a shared image is missing, or one of `entries` doesn't match its digest."""
        try:
            for entry in entries:
                check_cancelled()
                self.read_shared(entry)
        except ImageMissingError:
            raise DamagedBackupError from None
        if self.missing_shared_images():
            raise DamagedBackupError

    def images_without(self, keys: Container[str], check_cancelled: CancelCheck) -> Iterator[tuple[ImageFile, bytes]]:
        """Yield the image files in the zip, except those with these keys, with their verified content."""
        for entry in self.manifest.entries:
            if (image := parse_image_name(entry.name)) and image.key not in keys:
                data = io.BytesIO()
                self._verify_entry(entry, check_cancelled, data)
                yield image, data.getvalue()

    def database_chunks(self) -> Iterator[bytes]:
        """Return the database's content in chunks, unverified."""
        return self._chunks(DATABASE_NAME)

    def extracted_bytes(self) -> int:
        """Return the disk space of the extracted files in bytes, without shared images."""
        return sum(info.file_size for info in self._zip.infolist())

    def _verify_entry(self, entry: ManifestEntry, check_cancelled: CancelCheck, into: BinaryIO | None = None) -> None:
        if entry.name != DATABASE_NAME and not _is_image_entry(entry):
            raise DamagedBackupError
        digest, size = hashlib.sha256(), 0
        for chunk in self._chunks(entry.name):
            check_cancelled()
            digest.update(chunk)
            size += len(chunk)
            if into is not None:
                into.write(chunk)
        if (digest.hexdigest(), size) != (entry.sha256, entry.size):
            raise DamagedBackupError

    def _require_described(self, inspection: InspectionResult) -> None:
        manifest = self.manifest
        if inspection.damage or inspection.dangling > manifest.dangling:
            raise DamagedBackupError
        if not inspection.revision or (inspection.revision, inspection.counts) != (manifest.revision, manifest.counts):
            raise DamagedBackupError

    def _require_images(self, database: Path, named: set[str]) -> None:
        manifest = self.manifest
        if manifest.images == "none":
            return
        known = named.union(manifest.missing_images)
        for key in referenced_image_keys(database, manifest.classroom_id):
            if any(ImageFile(key, size).name not in known for size in IMAGE_SIZES):
                raise DamagedBackupError

    def _chunks(self, name: str) -> Iterator[bytes]:
        with self._translate_io_errors(), self._zip.open(name) as entry:
            while chunk := entry.read(CHUNK_BYTES):
                yield chunk

    @contextmanager
    def _translate_io_errors(self) -> Iterator[None]:
        with translate_zip_errors():
            try:
                yield
            except IsADirectoryError:
                raise NotABackupError from None
            except OSError as error:
                raise BackupUnreadableError.of(self.path, error) from error

    def _read_manifest(self) -> Manifest:
        with self._translate_io_errors():
            try:
                info = self._zip.getinfo(MANIFEST_NAME)
            except KeyError:
                raise NotABackupError from None
            if info.file_size > MAX_MANIFEST_BYTES:
                raise DamagedBackupError
            try:
                text = self._zip.read(MANIFEST_NAME)
                if ManifestFormat.model_validate_json(text).format > NEWEST_FORMAT:
                    raise NewerBackupError
                return Manifest.model_validate_json(text)
            except ValidationError:
                raise DamagedBackupError from None


def _is_image_entry(entry: ManifestEntry) -> bool:
    return parse_image_name(entry.name) is not None and entry.size <= MAX_IMAGE_BYTES
