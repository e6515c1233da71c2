"""Gates: dependencies that decide who may call a router's routes, and from which device.

They raise 401 or 403, or return the actor.

Every router has one of the gates at the end of this module. A local request is one made on the computer that runs the
server, be it a class computer or a school's server (`is_local_request`). A route for a signed-in teacher there adds
`require_local_request` to `RequireRole`; a loader calls it before it looks for a row. A router for anybody there,
signed in or not, has `RequireLocalClassComputer`: local requests to a class computer, never to a school's server.
"""

from collections.abc import Callable
from typing import Annotated, assert_never

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from server.errors import (
    AccountDisabledError,
    DomainError,
    NotAsSubstituteError,
    NotFoundError,
    NotSignedInError,
    WrongRoleError,
)
from server.requests import loopback
from server.requests.cookies import get_cookie
from server.requests.dependencies import BaseServices, CoreServices, services_of
from server.security.actor import Actor, Role
from server.security.sessions import SESSION_COOKIE, find_actor, was_revoked


class TeacherNotAllowedHereError(DomainError):
    """A teacher's call from a device that isn't the computer itself while sign-in from other devices is off."""

    status = 403
    code = "teacher_not_allowed_here"
    sentence = "Teachers can only sign in on the {host} itself."


async def database_session(request: Request) -> Session:
    """The session of the request's transaction, which its route begins and commits."""
    db: Session = request.state.db
    return db


Db = Annotated[Session, Depends(database_session)]


def is_teacher_allowed_here(request: Request) -> bool:
    """Whether teachers may sign in and work on this device."""
    services = services_of(request, CoreServices)
    from_network = services.deployment.forces_remote_sign_in or services.computer.preferences.teacher_from_network
    return from_network or is_local_request(request)


def is_actor_allowed_here(request: Request, actor: Actor) -> bool:
    """Whether the actor may work on this device: a student on any, a substitute on the class computer itself."""
    match actor.role:
        case "student":
            return True
        case "teacher":
            return is_teacher_allowed_here(request)
        case "substitute":
            return is_local_request(request) and not services_of(request, BaseServices).deployment.is_school
        case _:
            assert_never(actor.role)


async def require_teacher_allowed_here(request: Request) -> None:
    """Raise 403 where teachers may not sign in and work."""
    if not is_teacher_allowed_here(request):
        raise TeacherNotAllowedHereError


TeacherAllowedHere = Depends(require_teacher_allowed_here)
"""Dependency of calls by which a teacher signs in."""


def is_local_request(request: Request) -> bool:
    """Whether the request was made on the computer that runs the server."""
    settings = services_of(request, BaseServices).settings
    peer = request.client.host if request.client else None
    return loopback.is_local_request(peer, request.headers, is_trusted_proxy=settings.is_trusted_proxy)


class LocalRequestRequiredError(DomainError):
    """A call that has to be a local request, even when teachers may sign in from other devices."""

    status = 403
    code = "own_computer_only"
    sentence = "This can only be done on the {host} itself."


async def require_local_request(request: Request) -> None:
    """Raise 403 unless the request is local, on a class computer or on a school's server."""
    if not is_local_request(request):
        raise LocalRequestRequiredError


async def require_class_computer(request: Request) -> None:
    """Raise 404 at a school's server."""
    if services_of(request, BaseServices).deployment.is_school:
        raise NotFoundError


async def find_optional_actor(request: Request) -> Actor | None:
    """The actor of the request's session, or None. Tells the route whether to refresh the session."""
    # Found once in each transaction of the request: a router and a loader may have different gates.
    db: Session = request.state.db
    known: tuple[Session, Actor | None] | None = getattr(request.state, "actor_in", None)
    if known is None or known[0] is not db:
        known = request.state.actor_in = (db, _find_session_actor(request))
    return known[1]


def _find_session_actor(request: Request) -> Actor | None:
    token = get_cookie(request, SESSION_COOKIE)
    found = find_actor(request.state.db, token) if token else None
    if found is None:
        return None
    actor, needs_refresh = found
    if needs_refresh:
        request.state.session_to_refresh = actor.session_id
    return actor


OptionalActor = Annotated[Actor | None, Depends(find_optional_actor)]


def unauthenticated_error(request: Request) -> NotSignedInError:
    """The 401 error for this request."""
    token = get_cookie(request, SESSION_COOKIE)
    return AccountDisabledError() if token and was_revoked(request.state.db, token) else NotSignedInError()


class AllowAnyone:
    """Allows every request, signed in or not, without a query."""

    async def __call__(self) -> None:
        """Allow the request."""


class RequireRole:
    """Requires a signed-in actor with one of these roles; a substitute is refused unless they name it."""

    def __init__(self, *roles: Role) -> None:
        self.roles = frozenset(roles)

    async def __call__(self, request: Request) -> Actor:
        """Return the actor. Raise 401 without a session, 403 for another role or on a device where it may not work.

        It has no dependencies of its own: FastAPI would resolve them again for each parameter that names this gate.
        """
        actor = await find_optional_actor(request)
        if actor is None:
            raise unauthenticated_error(request)
        if actor.role not in self.roles:
            raise NotAsSubstituteError if actor.role == "substitute" else WrongRoleError
        if not is_actor_allowed_here(request, actor):
            raise LocalRequestRequiredError if actor.role == "substitute" else TeacherNotAllowedHereError
        return actor


class RequireLocalClassComputer:
    """Requires a local request to a class computer, signed in or not; raises `make_error()` otherwise.

    Unlike `require_local_request`, it refuses every request to a school's server.
    """

    def __init__(self, make_error: Callable[[], DomainError]) -> None:
        self._make_error = make_error

    async def __call__(self, request: Request) -> None:
        """Allow the request if it is local and this is a class computer."""
        deployment = services_of(request, BaseServices).deployment
        # On a school's server, a misconfigured proxy may omit its forwarding headers.
        if deployment.is_school or not is_local_request(request):
            raise self._make_error()


Gate = AllowAnyone | RequireRole | RequireLocalClassComputer
"""Every route has one of these as a dependency."""

public = AllowAnyone()
signed_in = RequireRole("teacher", "student")
teacher_only = RequireRole("teacher")
student_only = RequireRole("student")
staff = RequireRole("teacher", "substitute")
in_class = RequireRole("teacher", "substitute", "student")


AnyActor = Annotated[Actor, Depends(signed_in)]
TeacherActor = Annotated[Actor, Depends(teacher_only)]
StudentActor = Annotated[Actor, Depends(student_only)]
StaffActor = Annotated[Actor, Depends(staff)]
"""A teacher or a substitute: for what a substitute may do."""
ClassActor = Annotated[Actor, Depends(in_class)]
"""A teacher, a substitute or a student: for what a substitute may see, and a student of the own."""
