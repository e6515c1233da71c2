"""A marker file in the data folder: photos that no row names are kept, since the database that named them is missing.

A class that begins anew without its database leaves it; a restored backup removes it, or whoever wants the photos no
more.
"""

from pathlib import Path

from server.disk import sync_folder
from server.settings import Settings

KEPT = "Photos of the lost database are kept. When nobody wants them any more, delete the file {marker}."


def marker_of(settings: Settings) -> Path:
    """Return where the marker is or would be."""
    return settings.data_dir / "photos-kept"


def keep_photos(settings: Settings) -> None:
    """Leave the marker if there are photos."""
    if any(settings.image_dir.rglob("*.jpg")):
        marker_of(settings).touch(mode=0o600)
        sync_folder(settings.data_dir)


def stop_keeping_photos(settings: Settings) -> None:
    """Remove the marker."""
    marker_of(settings).unlink(missing_ok=True)


def kept_photos_notice(settings: Settings) -> str:
    """Say that photos are kept, and until when; empty when they aren't."""
    marker = marker_of(settings)
    return KEPT.format(marker=marker) if marker.exists() else ""
