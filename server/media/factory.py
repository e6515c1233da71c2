"""Factory of media stores."""

from pathlib import Path
from urllib.parse import urlsplit

from server.media.object_store import S3Store
from server.media.store import FolderStore, MediaStore


def open_media_store(url: str, default_folder: Path) -> MediaStore:
    """Return the store at `s3://bucket/prefix` or `file:///folder`; for an empty URL the one in `default_folder`."""
    if not url:
        return FolderStore(default_folder)
    parts = urlsplit(url)
    if parts.scheme == "file":
        from urllib.request import url2pathname  # noqa: PLC0415 - 1 MB that the default folder does without

        return FolderStore(Path(url2pathname(parts.path)))
    return S3Store.from_url(url)
