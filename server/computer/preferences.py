"""The preferences of the computer, which have a table."""

from dataclasses import dataclass

from server.texts.language import Language


@dataclass(frozen=True, slots=True)
class ComputerPreferences:
    """The preferences of the Settings page."""

    teacher_from_network: bool = False
    keep_awake: bool = True
    image_retention_days: int | None = None
    """Days after which the images of reviewed submissions are deleted; None: with the submission."""
    language: Language | None = None
    """The language of the login page, and of accounts that have chosen none; None: that of the browser."""
