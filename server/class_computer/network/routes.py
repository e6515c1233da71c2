"""Routes for the class computer's network state and the servers nearby."""

from fastapi import Depends

from server.class_computer.network.schemas import (
    AdapterRequest,
    AdapterResponse,
    NearbyServerResponse,
    NearbyServersResponse,
    NetworkResponse,
    ServerLabelResponse,
)
from server.computer.network import NetworkEndpoint
from server.errors import DomainError
from server.requests.dependencies import Core, CoreServices
from server.requests.gates import public, require_local_request, staff, teacher_only
from server.requests.routing import router

network = router("/api/network", gate=staff)
adapter_choice = router("/api/network", gate=teacher_only)
nearby_servers = router("/api/network", gate=public)


class UnknownAdapterError(DomainError):
    """No connected network adapter has this name."""

    status = 409
    code = "unknown_adapter"
    sentence = "This network adapter is not connected any more. Please choose another one."


def _to_response(services: CoreServices) -> NetworkResponse:
    computer, is_school = services.computer, services.deployment.is_school
    # A school's server is reached through its proxy: its own addresses are of no use to teachers.
    endpoint = NetworkEndpoint(services.settings.port) if is_school else computer.network.endpoint
    return NetworkResponse(
        port=endpoint.port,
        port80=endpoint.port_80,
        taken_port=endpoint.taken_port,
        address=endpoint.address,
        url=None if endpoint.address is None else endpoint.url(endpoint.address),
        host_name=endpoint.host_name,
        host_name_url=None if endpoint.host_name is None else endpoint.url(endpoint.host_name),
        adapters=[AdapterResponse.model_validate(adapter) for adapter in endpoint.adapters],
        chosen_adapter=endpoint.chosen_adapter,
        devices=0 if is_school else computer.network.client_count(),
        connected_students=0 if is_school else computer.status.connected_students,
    )


@network.get("", response_model=NetworkResponse)
async def show(services: Core) -> NetworkResponse:
    """Return how devices reach this computer, and how many have."""
    return _to_response(services)


@adapter_choice.put("/adapter", response_model=NetworkResponse, dependencies=[Depends(require_local_request)])
async def choose_adapter(body: AdapterRequest, services: Core) -> NetworkResponse:
    """Choose the network adapter for students; the response may still show the previous address."""
    computer = services.computer
    if body.name is not None and all(adapter.name != body.name for adapter in computer.network.endpoint.adapters):
        raise UnknownAdapterError
    computer.network.update_endpoint(chosen_adapter=body.name)
    return _to_response(services)


@nearby_servers.get("/doors", response_model=NearbyServersResponse)
async def show_nearby_servers(services: Core) -> NearbyServersResponse:
    """Return the labels of this server and of those nearby, for students who opened the wrong one."""
    computer = services.computer
    here = computer.network.label
    return NearbyServersResponse(
        here=ServerLabelResponse(teacher=here.teacher, classes=list(here.classes)),
        nearby=[
            NearbyServerResponse(teacher=each.label.teacher, classes=list(each.label.classes), url=each.url)
            for each in computer.network.nearby
        ],
    )
