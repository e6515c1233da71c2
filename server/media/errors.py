"""What can be wrong with a proof image or the place where it is kept (specification 7.4, 7.5)."""

from server.errors import DomainError, NotFoundError


class ImageTooLargeError(DomainError):
    """Over 25 MB, 60 megapixels, or what a PNG or WebP may take when it is decoded."""

    status = 413
    code = "image_too_large"
    sentence = "This picture is too large. Please send a smaller one."


class TooManyBytesError(ImageTooLargeError):
    """Over 25 MB."""

    sentence = "This picture is over 25 MB. Please send a smaller one."


class TooManyPixelsError(ImageTooLargeError):
    """Over 60 megapixels."""

    sentence = "This picture has more than 60 megapixels. Please send a smaller one."


class TooManyDecodedBytesError(ImageTooLargeError):
    """A PNG or WebP of more decoded bytes than screens make: many pixels, or many bits each."""

    sentence = "This PNG or WebP picture is too large. Please send a smaller one, or send it as a JPEG."


class ImageNotSupportedError(DomainError):
    """No picture, one of another format, or a damaged one."""

    status = 415
    code = "image_not_supported"
    sentence = "This file is not a picture that can be used here. Please send a PNG, JPEG, WebP or HEIC picture."


class ImageEmptyError(ImageNotSupportedError):
    """A file of no bytes."""

    sentence = "This file is empty. Please choose the picture again."


class ImageDamagedError(ImageNotSupportedError):
    """A picture of a known format that its decoder can't read to the end."""

    sentence = "This picture is damaged or incomplete. Please choose it again or take a new one."


class ImageMissingError(NotFoundError):
    """The store has no picture of this key."""

    sentence = "This picture is no longer here."


class ImageStoreError(DomainError):
    """The folder of pictures can't be written or read: a full disk, say."""

    status = 503
    code = "image_store_unavailable"
    sentence = "Pictures can't be saved or shown right now. Please tell your teacher."
