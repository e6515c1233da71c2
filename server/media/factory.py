"""Factory of media stores."""

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from server.media.object_store import BucketStore
from server.media.store import FolderStore, MediaStore


def open_store(url: str, otherwise: Path) -> MediaStore:
    """Return the store at `s3://bucket/prefix` or `file:///folder`; for an empty URL the one in `default_folder`."""
    if not url:
        return FolderStore(otherwise)
    parts = urlsplit(url)
    return FolderStore(Path(url2pathname(parts.path))) if parts.scheme == "file" else BucketStore.at(url)
