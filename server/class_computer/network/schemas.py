"""Bodies and answers about reaching the class computer."""

from typing import Annotated

from pydantic import StringConstraints

from server.schema import Answer, Body


class AdapterBody(Body):
    """The adapter that the class comes in by; null: the best one."""

    name: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)] | None


class AdapterAnswer(Answer):
    """A network adapter with its present address, and why it stands where it stands among the others."""

    name: str
    label: str
    address: str
    reason: str


class NetworkAnswer(Answer):
    """How the class's devices reach this computer, and how many did."""

    port: int
    port80: bool
    taken_port: int | None
    """The usual port, when another program has it and `port` stands in."""
    address: str | None
    url: str | None
    """By the address; null without a network."""
    host_name: str | None
    host_name_url: str | None
    adapters: list[AdapterAnswer]
    chosen_adapter: str | None
    devices: int
    """Devices that came in by this address since the program's start."""
    connected_students: int


class DoorAnswer(Answer):
    """Whose class computer it is."""

    teacher: str | None
    classes: list[str]


class NearbyDoorAnswer(DoorAnswer):
    """Another class computer on this network."""

    url: str


class DoorsAnswer(Answer):
    """This class computer, and the others nearby."""

    here: DoorAnswer
    nearby: list[NearbyDoorAnswer]
