"""Marker file in the data folder that protects images which no row references from removal.

Written when a class starts with an empty database because its own is missing. Removed by restoring a backup, or by
hand when the images aren't needed any more.
"""

from pathlib import Path

from server.settings import Settings
from server.system.durable_files import sync_folder

NOTICE = "Photos of the lost database are kept. When they are not needed any more, delete the file {marker}."


def marker_path(settings: Settings) -> Path:
    """Return the marker's path."""
    return settings.data_dir / "photos-kept"


def protect_images(settings: Settings) -> None:
    """Create the marker if there are images."""
    if any(settings.image_dir.rglob("*.jpg")):
        marker_path(settings).touch(mode=0o600)
        sync_folder(settings.data_dir)


def unprotect_images(settings: Settings) -> None:
    """Remove the marker."""
    marker_path(settings).unlink(missing_ok=True)


def protected_images_notice(settings: Settings) -> str:
    """Return the sentence about protected images; empty without the marker."""
    marker = marker_path(settings)
    return NOTICE.format(marker=marker) if marker.exists() else ""
