"""Request and response models of the computer's preferences."""

from typing import Annotated, Any

from pydantic import Field

from server.data_protection.privacy.schemas import RetentionDays
from server.schema import RequestModel, ResponseModel
from server.texts.language import Language

StrictBool = Annotated[bool, Field(strict=True)]


_NULLABLE = {"image_retention_days", "language"}


class SettingsRequest(RequestModel):
    """Preferences to change; omitted ones stay."""

    teacher_from_network: StrictBool | None = None
    keep_awake: StrictBool | None = None
    image_retention_days: Annotated[RetentionDays, Field(strict=True)] | None = None
    """Days; null keeps photos as long as the submissions."""
    language: Language | None = None
    """null: each browser's own."""

    def changes(self) -> dict[str, Any]:
        """Return the given fields; null counts only where it is a value."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in given.items() if value is not None or name in _NULLABLE}


class SettingsResponse(ResponseModel):
    """The preferences, and information about the program."""

    teacher_from_network: bool
    teacher_from_network_fixed: bool
    """Whether the program's settings force `teacher_from_network` on."""
    keep_awake: bool
    image_retention_days: int | None
    """Days to keep the photos of reviewed submissions; null: as long as the submissions."""
    language: Language | None
    """The language of the login page, and of accounts that have chosen none; null: that of the browser."""
    changeable: bool
    """Whether the request comes from the class computer itself, which may change them."""
    version: str
    data_folder: str | None
    """null unless the request comes from the class computer itself."""
    can_show_logs: bool
