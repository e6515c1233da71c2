"""Errors of proof images and their storage (specification 7.4, 7.5)."""

from server.errors import DomainError, NotFoundError


class ImageTooLargeError(DomainError):
    """The image exceeds 25 MB, 60 megapixels or the limit of decoded bytes."""

    status = 413
    code = "image_too_large"
    sentence = "This picture is too large. Please send a smaller one."


class TooManyBytesError(ImageTooLargeError):
    """The file exceeds 25 MB."""

    key = "image_has_too_many_bytes"
    sentence = "This picture is over 25 MB. Please send a smaller one."


class TooManyPixelsError(ImageTooLargeError):
    """The image exceeds 60 megapixels."""

    key = "image_has_too_many_pixels"
    sentence = "This picture has more than 60 megapixels. Please send a smaller one."


class TooManyDecodedBytesError(ImageTooLargeError):
    """A PNG or WebP exceeds `images.MAX_DECODED_BYTES` when decoded."""

    key = "image_decodes_too_large"
    sentence = "This picture is too large in this format. Please send a smaller one, or send it as a JPG."


class ImageNotSupportedError(DomainError):
    """The file isn't an image, has another format, or is damaged."""

    status = 415
    code = "image_not_supported"
    sentence = "This file can't be used as an image. Please choose a PNG or JPG."


class ImageEmptyError(ImageNotSupportedError):
    """The file is empty."""

    key = "image_empty"
    sentence = "This file is empty. Please choose the picture again."


class ImageDamagedError(ImageNotSupportedError):
    """The image has a known format, but its decoder can't read it to the end."""

    key = "image_damaged"
    sentence = "This picture is damaged or incomplete. Please choose it again or take a new one."


class ImageMissingError(NotFoundError):
    """There is no image with this key."""

    key = "image_not_found"
    sentence = "This picture is no longer here."


class ImageStorageError(DomainError):
    """The image storage can't be read or written, such as on a full disk."""

    status = 503
    code = "image_store_unavailable"
    sentence = "Pictures can't be saved or shown right now. Please tell your teacher."
