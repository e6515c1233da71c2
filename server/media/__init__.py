"""Proof images: sanitize uploads (`ImagePool`) and store the results (`MediaStore`, made by `open_media_store`).

Independent of HTTP and the database: callers check permissions and keep the keys in their rows.
"""

from server.media.deferred_delete import Removals
from server.media.errors import (
    ImageMissingError,
    ImageNotSupportedError,
    ImageStoreError,
    ImageTooLargeError,
    TooManyBytesError,
)
from server.media.factory import open_store
from server.media.images import FULL_SIDE, MAX_BYTES, MEDIA_TYPE, THUMB_SIDE, CleanImage, DecoderTime
from server.media.object_store import BucketStore
from server.media.store import SIZES, Arriving, FolderStore, ImageSize, MediaStore, StoredImage
from server.media.verified import VerifiedStore
from server.media.workers import ImagePool, KeptImage

__all__ = [
    "FULL_SIDE",
    "MAX_BYTES",
    "MEDIA_TYPE",
    "SIZES",
    "THUMB_SIDE",
    "Arriving",
    "BucketStore",
    "CleanImage",
    "DecoderTime",
    "FolderStore",
    "ImageMissingError",
    "ImageNotSupportedError",
    "ImagePool",
    "ImageSize",
    "ImageStoreError",
    "ImageTooLargeError",
    "KeptImage",
    "MediaStore",
    "Removals",
    "StoredImage",
    "TooManyBytesError",
    "VerifiedStore",
    "open_store",
]
