"""The calls about reaching the class computer."""

from fastapi import Request

from server.class_computer.network.schemas import (
    AdapterAnswer,
    AdapterBody,
    DoorAnswer,
    DoorsAnswer,
    NearbyDoorAnswer,
    NetworkAnswer,
)
from server.computer import ClassComputer, Reach
from server.errors import DomainError
from server.security.gates import OwnComputer, public, teacher_only
from server.security.routing import router
from server.settings import Settings

network = router("/api/network", access=teacher_only)
doors = router("/api/network", access=public)


class UnknownAdapterError(DomainError):
    """The adapter was unplugged, or never was there."""

    status = 409
    code = "unknown_adapter"
    sentence = "This network adapter is not connected any more. Please choose another one."


def _answer(request: Request) -> NetworkAnswer:
    settings: Settings = request.app.state.settings
    computer: ClassComputer = request.app.state.computer
    if settings.school:
        computer = ClassComputer(Reach(settings.port))  # teachers reach it by its proxy, and it serves many classes
    reach = computer.reach
    return NetworkAnswer(
        port=reach.port,
        port80=reach.port_80,
        taken_port=reach.taken_port,
        address=reach.address,
        url=None if reach.address is None else reach.url(reach.address),
        host_name=reach.host_name,
        host_name_url=None if reach.host_name is None else reach.url(reach.host_name),
        adapters=[AdapterAnswer.model_validate(adapter) for adapter in reach.adapters],
        chosen_adapter=reach.chosen_adapter,
        devices=computer.devices(),
        connected_students=computer.connected_students,
    )


@network.get("", response_model=NetworkAnswer)
async def show(request: Request) -> NetworkAnswer:
    """How the class's devices reach this computer, and how many did."""
    return _answer(request)


@network.put("/adapter", response_model=NetworkAnswer)
async def choose_adapter(body: AdapterBody, here: OwnComputer, request: Request) -> NetworkAnswer:
    """The adapter that the class comes in by; the address may follow a moment later."""
    del here
    computer: ClassComputer = request.app.state.computer
    if body.name is not None and all(adapter.name != body.name for adapter in computer.reach.adapters):
        raise UnknownAdapterError
    computer.choose_adapter(body.name)
    return _answer(request)


@doors.get("/doors", response_model=DoorsAnswer)
async def show_doors(request: Request) -> DoorsAnswer:
    """Whose class computer this is, and the others nearby: for a child at the wrong door."""
    computer: ClassComputer = request.app.state.computer
    here = computer.door
    return DoorsAnswer(
        here=DoorAnswer(teacher=here.teacher, classes=list(here.classes)),
        nearby=[
            NearbyDoorAnswer(teacher=each.door.teacher, classes=list(each.door.classes), url=each.url)
            for each in computer.nearby
        ],
    )
