"""Typed access to the services that the application's lifespan has built.

`app.state.services` is the one attribute of `app.state`. Each layer declares, in a `dependencies` module of its own, a
dataclass of what its routes need; `server.dependencies.AppServices` inherits from all of them. A route therefore sees
the services of its own layer and of those below, each with its type, and no import points upwards.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from server.computer.host import HostComputer
from server.database.transactions import Transactions
from server.deployment import Deployment
from server.media import ImagePool, MediaStore
from server.requests.fair_queue import FairQueues
from server.security.identity_provider import IdentityProvider
from server.security.passwords import PasswordHasher
from server.settings import Settings


@dataclass(frozen=True, kw_only=True)
class BaseServices:
    """Services that every application has, also the recovery application."""

    settings: Settings
    deployment: Deployment


@dataclass(frozen=True, kw_only=True)
class CoreServices(BaseServices):
    """Services of the domains and the security layer."""

    computer: HostComputer
    transactions: Transactions
    media: MediaStore
    image_pool: ImagePool
    queues: FairQueues
    password_hasher: PasswordHasher
    identity_provider: IdentityProvider | None
    """None without a Firebase project."""


AnyServices = TypeVar("AnyServices", bound=BaseServices)


def services_of(request: HTTPConnection, kind: type[AnyServices]) -> AnyServices:
    """Return the services of the request's application as those of one layer."""
    del kind
    services: AnyServices = request.app.state.services
    return services


def provide(kind: type[AnyServices]) -> Callable[[HTTPConnection], Coroutine[Any, Any, AnyServices]]:
    """Make the FastAPI dependency that gives a route the services of one layer."""

    async def provide_services(request: HTTPConnection) -> AnyServices:
        return services_of(request, kind)

    return provide_services


Core = Annotated[CoreServices, Depends(provide(CoreServices))]
