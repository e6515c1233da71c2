"""The calls about reaching the class computer."""

from fastapi import Depends

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
from server.security.gates import public, require_own_computer, teacher_only
from server.security.routing import router
from server.security.services import Core, CoreServices

network = router("/api/network", access=teacher_only)
doors = router("/api/network", access=public)


class UnknownAdapterError(DomainError):
    """The adapter was unplugged, or never was there."""

    status = 409
    code = "unknown_adapter"
    sentence = "This network adapter is not connected any more. Please choose another one."


def _answer(services: CoreServices) -> NetworkAnswer:
    computer = services.computer
    if services.deployment.serves_remote_teachers:
        computer = ClassComputer(
            Reach(services.settings.port)
        )  # teachers reach it by its proxy, and it serves many classes
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
async def show(services: Core) -> NetworkAnswer:
    """How the class's devices reach this computer, and how many did."""
    return _answer(services)


@network.put("/adapter", response_model=NetworkAnswer, dependencies=[Depends(require_own_computer)])
async def choose_adapter(body: AdapterBody, services: Core) -> NetworkAnswer:
    """The adapter that the class comes in by; the address may follow a moment later."""
    computer = services.computer
    if body.name is not None and all(adapter.name != body.name for adapter in computer.reach.adapters):
        raise UnknownAdapterError
    computer.choose_adapter(body.name)
    return _answer(services)


@doors.get("/doors", response_model=DoorsAnswer)
async def show_doors(services: Core) -> DoorsAnswer:
    """Whose class computer this is, and the others nearby: for a child at the wrong door."""
    computer = services.computer
    here = computer.door
    return DoorsAnswer(
        here=DoorAnswer(teacher=here.teacher, classes=list(here.classes)),
        nearby=[
            NearbyDoorAnswer(teacher=each.door.teacher, classes=list(each.door.classes), url=each.url)
            for each in computer.nearby
        ],
    )
