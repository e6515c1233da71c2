"""Bodies and answers about the computer's switches."""

from typing import Annotated

from pydantic import Field

from server.wire import Answer, Body

Switch = Annotated[bool, Field(strict=True)]


class SettingsBody(Body):
    """What the teacher switches; what is left out stays."""

    teacher_from_network: Switch | None = None
    keep_awake: Switch | None = None


class SettingsAnswer(Answer):
    """The switches, and what the teacher may want to know about the program."""

    teacher_from_network: bool
    teacher_from_network_fixed: bool
    """On by the program's own settings, whatever the switch says."""
    keep_awake: bool
    changeable: bool
    """Whether this device may change them: the computer itself."""
    version: str
    data_folder: str | None
    """For the computer itself only."""
    can_show_logs: bool
