"""Media store in an S3 bucket, for school servers on several machines (`GOALBUCKS_MEDIA_URL`).

The bucket stays private: the server delivers all images and checks permissions.
"""

import logging
import os
from collections.abc import Container, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final, Self

from server.media.errors import ImageMissingError, ImageStorageError
from server.media.images import MEDIA_TYPE, CleanImage
from server.media.store import (
    IMAGE_SIZES,
    LOCATION_ID_FILE,
    ImageSize,
    StoredImage,
    StreamedImage,
    file_name,
    parse_key,
)
from server.uuid7 import uuid7

if TYPE_CHECKING:
    from obstore.store import ClientConfig, ObjectStore, RetryConfig

CLIENT_OPTIONS: Final["ClientConfig"] = {"connect_timeout": "3s", "timeout": "20s"}
"""Client options; with longer timeouts users would wait too long for an image."""
RETRY_OPTIONS: Final["RetryConfig"] = {"max_retries": 2, "retry_timeout": timedelta(seconds=20)}
CHUNK_BYTES: Final = 64 * 1024
DELETE_BATCH_SIZE: Final = 100
"""Images deleted in one request. S3 accepts 1,000 objects, but Swift deletes them one by one: at 30 ms each a request
with 1,000 exceeds the client's timeout, at every retry."""
PREFIX: Final = "images"
_LOCATION_OBJECT: Final = f"{PREFIX}/{LOCATION_ID_FILE}"

_log = logging.getLogger(__name__)


class S3Store:
    """A MediaStore in a bucket, with objects `images/<last two digits>/<key>.full.jpg` and `.thumb.jpg`."""

    def __init__(self, store: "ObjectStore") -> None:
        self._store = store

    @classmethod
    def from_url(cls, url: str) -> Self:
        """Return the store at `s3://bucket/prefix`; credentials, region and endpoint are from `AWS_*` variables."""
        from obstore.store import from_url  # noqa: PLC0415 - saves 3 ms and 4 MB on a class computer

        # HTTPS unless the environment allows HTTP.
        client: ClientConfig = {**CLIENT_OPTIONS, "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"}
        return cls(from_url(url, client_options=client, retry_config=RETRY_OPTIONS))

    def put(self, image: CleanImage) -> str:
        """Stores the thumbnail first, so that the full image implies both."""
        key = uuid7().hex
        # If the second request fails, the thumbnail is left to `delete_unreferenced`: deleting it would wait for a
        # store that doesn't respond.
        self.put_file(key, "thumb", image.thumbnail)
        self.put_file(key, "full", image.full)
        return key

    def put_file(self, key: str, size: ImageSize, data: bytes) -> None:
        """Overwrites an existing object, whose content is the same."""
        with _translate_store_errors():
            self._store.put(_path(key, size), data, attributes={"Content-Type": MEDIA_TYPE})

    def read(self, key: str, size: ImageSize) -> bytes:
        """Receives the whole object before it returns."""
        return b"".join(self.open(key, size).chunks)

    def open(self, key: str, size: ImageSize) -> StreamedImage:
        """Requests the object at once; its chunks are received as they are taken."""
        with _translate_store_errors(is_image=True):
            found = self._store.get(_path(key, size))
        return StreamedImage(found.meta["size"], self._chunks(found.stream(min_chunk_size=CHUNK_BYTES)))

    def delete(self, *keys: str) -> None:
        """Stops at the first batch that fails."""
        remaining = iter(keys)
        while batch := tuple(islice(remaining, DELETE_BATCH_SIZE)):
            with _translate_store_errors():
                # S3 reports no error for missing objects.
                self._store.delete([_path(key, size) for key in batch for size in IMAGE_SIZES])

    def keys(self) -> Iterator[StoredImage]:
        """Reads the whole listing first. An image is dated by the newer of its two objects."""
        newest: dict[str, datetime] = {}
        with _translate_store_errors():
            for page in self._store.list(PREFIX):
                for entry in page:
                    if key := parse_key(entry["path"].rpartition("/")[2]):
                        modified = entry["last_modified"].astimezone(UTC)
                        newest[key] = max(modified, newest.get(key, modified))
        for key, modified in newest.items():
            yield StoredImage(key, modified)

    def delete_unreferenced(self, known: Container[str], older_than: timedelta) -> int:
        """Deletes them once the listing is complete, and stops at the first batch that fails."""
        before = datetime.now(UTC) - older_than
        unreferenced = [image.key for image in self.keys() if image.stored_at < before and image.key not in known]
        if unreferenced:
            self.delete(*unreferenced)
        return len(unreferenced)

    def require_reachable(self) -> None:
        """Raise ImageStorageError if the store doesn't respond or denies access."""
        with _translate_store_errors():
            next(iter(self._store.list(PREFIX, chunk_size=1)), None)

    def read_location_id(self) -> str:
        """The id is an object beside the images."""
        try:
            with _translate_store_errors(is_image=True):
                return bytes(self._store.get(_LOCATION_OBJECT).bytes()).decode(errors="replace").strip()
        except ImageMissingError:
            return ""

    def write_location_id(self, location_id: str) -> None:
        """Overwrites the object that has the id."""
        with _translate_store_errors():
            self._store.put(_LOCATION_OBJECT, location_id.encode(), attributes={"Content-Type": "text/plain"})

    @staticmethod
    def _chunks(stream: Iterator[bytes]) -> Iterator[bytes]:
        with _translate_store_errors():
            for chunk in stream:
                yield bytes(chunk)


def _path(key: str, size: ImageSize) -> str:
    return f"{PREFIX}/{key[-2:]}/{file_name(key, size)}"


@contextmanager
def _translate_store_errors(*, is_image: bool = False) -> Iterator[None]:
    """Translate errors: to ImageStorageError, or with `is_image` a missing object to ImageMissingError."""
    from obstore.exceptions import BaseError, NotFoundError  # noqa: PLC0415 - likewise

    try:
        yield
    except (BaseError, OSError) as error:
        if is_image and isinstance(error, (NotFoundError, FileNotFoundError)):
            raise ImageMissingError from error
        _log.exception("the object store did not respond")
        raise ImageStorageError from error
