"""Proof images in an object store: a school's server on several machines (`GOALBUCKS_MEDIA_URL`).

The bucket stays private: every image goes through the server, which asks who may see it.
"""

import logging
import os
from collections.abc import Container, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final, Self

import uuid_utils

from server.media.errors import ImageMissingError, ImageStoreError
from server.media.images import MEDIA_TYPE, CleanImage
from server.media.store import NAME_FILE, SIZES, Arriving, ImageSize, StoredImage, file_name, key_of

if TYPE_CHECKING:
    from obstore.store import ClientConfig, ObjectStore, RetryConfig

CLIENT: Final["ClientConfig"] = {"connect_timeout": "3s", "timeout": "20s"}
"""A child waits for its picture; a store that takes longer counts as gone."""
RETRIES: Final["RetryConfig"] = {"max_retries": 2, "retry_timeout": timedelta(seconds=20)}
CHUNK_BYTES: Final = 64 * 1024
DELETE_BATCH_SIZE: Final = 100
"""Images in one request. S3 takes 1,000 objects, but Swift deletes them one after another: at 30 ms each a request of
1,000 runs into the client's timeout, at every try anew."""
FOLDER: Final = "images"
_NAME: Final = f"{FOLDER}/{NAME_FILE}"

_log = logging.getLogger(__name__)


class BucketStore:
    """A MediaStore below `images/` of an object store: `images/<last two digits>/<key>.full.jpg` and `.thumb.jpg`."""

    def __init__(self, store: "ObjectStore") -> None:
        self._store = store

    @classmethod
    def at(cls, url: str) -> Self:
        """`s3://bucket/prefix`; credentials, region and endpoint are those of the environment (`AWS_*`)."""
        from obstore.store import from_url  # noqa: PLC0415 - 3 ms and 4 MB that a class computer does without

        # HTTPS, unless the environment says that the store is near enough to do without.
        client: ClientConfig = {**CLIENT, "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"}
        return cls(from_url(url, client_options=client, retry_config=RETRIES))

    def put(self, image: CleanImage) -> str:
        """See MediaStore. The thumbnail first: whoever finds the picture finds both."""
        key = uuid_utils.uuid7().hex
        # A thumbnail whose full image failed is swept: deleting it from a store that hangs would take as long again.
        self._put(key, "thumb", image.thumbnail)
        self._put(key, "full", image.full)
        return key

    def put_back(self, key: str, size: ImageSize, data: bytes) -> None:
        """Keep what another store held under its own key; what is there already is the same."""
        self._put(key, size, data)

    def read(self, key: str, size: ImageSize) -> bytes:
        """See MediaStore."""
        return b"".join(self.open(key, size).pieces)

    def open(self, key: str, size: ImageSize) -> Arriving:
        """See MediaStore."""
        with _telling(of_one=True):
            found = self._store.get(_path(key, size))
        return Arriving(found.meta["size"], self._chunks(found.stream(min_chunk_size=CHUNK_BYTES)))

    def delete(self, *keys: str) -> None:
        """See MediaStore. Stops at the first batch that fails."""
        left = iter(keys)
        while batch := tuple(islice(left, DELETE_BATCH_SIZE)):
            with _telling():
                # An object that isn't there is no error to S3.
                self._store.delete([_path(key, size) for key in batch for size in SIZES])

    def keys(self) -> Iterator[StoredImage]:
        """See MediaStore."""
        newest: dict[str, datetime] = {}
        with _telling():
            for page in self._store.list(FOLDER):
                for each in page:
                    if key := key_of(each["path"].rpartition("/")[2]):
                        moment = each["last_modified"].astimezone(UTC)
                        newest[key] = max(moment, newest.get(key, moment))
        for key, moment in newest.items():
            yield StoredImage(key, moment)

    def sweep(self, known: Container[str], older_than: timedelta) -> int:
        """See MediaStore."""
        before = datetime.now(UTC) - older_than
        orphans = [image.key for image in self.keys() if image.stored_at < before and image.key not in known]
        if orphans:
            self.delete(*orphans)
        return len(orphans)

    def require_reachable(self) -> None:
        """ImageStoreError when the store doesn't answer or doesn't let us in."""
        with _telling():
            next(iter(self._store.list(FOLDER, chunk_size=1)), None)

    def name(self) -> str:
        """See MediaStore."""
        try:
            with _telling(of_one=True):
                return bytes(self._store.get(_NAME).bytes()).decode(errors="replace").strip()
        except ImageMissingError:
            return ""

    def put_name(self, name: str) -> None:
        """See MediaStore."""
        with _telling():
            self._store.put(_NAME, name.encode(), attributes={"Content-Type": "text/plain"})

    def _put(self, key: str, size: ImageSize, data: bytes) -> None:
        with _telling():
            self._store.put(_path(key, size), data, attributes={"Content-Type": MEDIA_TYPE})

    @staticmethod
    def _chunks(stream: Iterator[bytes]) -> Iterator[bytes]:
        with _telling():
            for chunk in stream:
                yield bytes(chunk)


def _path(key: str, size: ImageSize) -> str:
    return f"{FOLDER}/{key[-2:]}/{file_name(key, size)}"


@contextmanager
def _telling(*, of_one: bool = False) -> Iterator[None]:
    """`of_one`: what isn't there is an image; else it is the whole bucket."""
    from obstore.exceptions import BaseError, NotFoundError  # noqa: PLC0415 - likewise

    try:
        yield
    except (BaseError, OSError) as error:
        if of_one and isinstance(error, (NotFoundError, FileNotFoundError)):
            raise ImageMissingError from error
        _log.exception("the object store did not answer")
        raise ImageStoreError from error
