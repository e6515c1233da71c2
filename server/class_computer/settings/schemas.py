"""Bodies and answers about the computer's switches."""

from typing import Annotated, Any

from pydantic import Field

from server.data_protection.privacy.schemas import RetentionDays
from server.schema import Answer, Body

Switch = Annotated[bool, Field(strict=True)]


class SettingsBody(Body):
    """What the teacher switches; what is left out stays."""

    teacher_from_network: Switch | None = None
    keep_awake: Switch | None = None
    image_retention_days: Annotated[RetentionDays, Field(strict=True)] | None = None
    """null switches it off."""

    def changes(self) -> dict[str, Any]:
        """What was given; null means something for the photos alone."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in given.items() if value is not None or name == "image_retention_days"}


class SettingsAnswer(Answer):
    """The switches, and what the teacher may want to know about the program."""

    teacher_from_network: bool
    teacher_from_network_fixed: bool
    """On by the program's own settings, whatever the switch says."""
    keep_awake: bool
    image_retention_days: int | None
    """How long the photos of reviewed submissions are kept; null: as long as the submissions."""
    changeable: bool
    """Whether this device may change them: the computer itself."""
    version: str
    data_folder: str | None
    """For the computer itself only."""
    can_show_logs: bool
