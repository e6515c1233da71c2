"""Request and response models of the network routes."""

from typing import Annotated

from pydantic import StringConstraints

from server.computer.network import AdapterReason
from server.schema import RequestModel, ResponseModel


class AdapterRequest(RequestModel):
    """Network adapter for students; null chooses the best one."""

    name: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)] | None


class AdapterResponse(ResponseModel):
    """A network adapter with its current address, and the reason for its rank."""

    name: str
    label: str
    address: str
    reason: AdapterReason | None


class NetworkResponse(ResponseModel):
    """Addresses by which devices reach this computer, and the number of connected devices."""

    port: int
    port80: bool
    taken_port: int | None
    """The requested port, if another program uses it and `port` replaces it."""
    address: str | None
    url: str | None
    """URL with the address; null without a network."""
    host_name: str | None
    host_name_url: str | None
    adapters: list[AdapterResponse]
    chosen_adapter: str | None
    devices: int
    """Number of devices that connected to this address since the program started."""
    connected_students: int


class ServerLabelResponse(ResponseModel):
    """Label of a class computer: its teacher and classes."""

    teacher: str | None
    classes: list[str]


class NearbyServerResponse(ServerLabelResponse):
    """Another class computer in this network."""

    url: str


class NearbyServersResponse(ResponseModel):
    """This class computer and those nearby."""

    here: ServerLabelResponse
    nearby: list[NearbyServerResponse]
