"""Which store an address means."""

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from server.media.object_store import BucketStore
from server.media.store import FolderStore, MediaStore


def open_store(url: str, otherwise: Path) -> MediaStore:
    """`s3://bucket/prefix`, or `file:///folder`; the folder `otherwise` when nothing is named."""
    if not url:
        return FolderStore(otherwise)
    parts = urlsplit(url)
    return FolderStore(Path(url2pathname(parts.path))) if parts.scheme == "file" else BucketStore.at(url)
