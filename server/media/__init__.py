"""Proof images: sanitize uploads (`ImagePool`) and store the results (`MediaStore`, made by `open_media_store`).

Independent of HTTP and the database: callers check permissions and keep the keys in their rows.

Words: "media" is the storage layer, an "image" what it stores. Users read "photo" or "picture": these words are only in
their sentences, in the API, and in the names of files and folders.
"""

from server.media.deferred_delete import DeferredDeletes
from server.media.errors import (
    ImageMissingError,
    ImageNotSupportedError,
    ImageStorageError,
    ImageTooLargeError,
    TooManyBytesError,
)
from server.media.factory import open_media_store
from server.media.image_pool import ImagePool, ImageRef
from server.media.images import MAX_FULL_SIDE, MAX_IMAGE_BYTES, MAX_THUMBNAIL_SIDE, MEDIA_TYPE, CleanImage, DecoderTime
from server.media.object_store import S3Store
from server.media.store import IMAGE_SIZES, FolderStore, ImageSize, MediaStore, StreamedImage
from server.media.verified_store import VerifiedStore

__all__ = [
    "IMAGE_SIZES",
    "MAX_FULL_SIDE",
    "MAX_IMAGE_BYTES",
    "MAX_THUMBNAIL_SIDE",
    "MEDIA_TYPE",
    "CleanImage",
    "DecoderTime",
    "DeferredDeletes",
    "FolderStore",
    "ImageMissingError",
    "ImageNotSupportedError",
    "ImagePool",
    "ImageRef",
    "ImageSize",
    "ImageStorageError",
    "ImageTooLargeError",
    "MediaStore",
    "S3Store",
    "StreamedImage",
    "TooManyBytesError",
    "VerifiedStore",
    "open_media_store",
]
