"""Refusals of picture sign-in."""

from server.errors import DomainError


class NoPictureSignInError(DomainError):
    """The class code is unknown, or its class doesn't sign in with pictures; the same for both."""

    status = 401
    code = "no_picture_sign_in"
    sentence = "This class doesn't sign in with pictures. Please use your username."


class WrongPicturesError(DomainError):
    """The student doesn't have these pictures, or isn't in the class."""

    status = 401
    code = "wrong_pictures"
    sentence = "Not quite. Try again."


class PicturesLockedError(DomainError):
    """Wrong tries have locked the student's pictures; username and password still work."""

    status = 429
    code = "pictures_locked"
    sentence = "These pictures are locked after wrong tries. Please ask your teacher."


class PicturesStoppedError(DomainError):
    """This device has tried too many wrong pictures of several students; username and password still work."""

    status = 429
    code = "pictures_stopped"
    sentence = "Too many wrong pictures were tried on this device. Please ask your teacher."
