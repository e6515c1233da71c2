"""The gates: which roles a router's calls are for. A gate is a dependency that answers 401, 403 or the actor."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from server.errors import DomainError, NotSignedInError, WrongRoleError
from server.security.actor import Actor, Role
from server.security.cookies import cookie
from server.security.loopback import is_own_computer
from server.security.services import BaseServices, CoreServices, services_of
from server.security.sessions import COOKIE, find_actor, was_shut


class TeacherNotAllowedHereError(DomainError):
    """A teacher's call from a device that isn't the computer itself (specification 2.13)."""

    status = 403
    code = "teacher_not_allowed_here"
    sentence = "Teachers can only sign in on the {host} itself."


async def session(request: Request) -> Session:
    """The request's unit of work, opened and committed by its route."""
    db: Session = request.state.db
    return db


Db = Annotated[Session, Depends(session)]


def teacher_may_sign_in(request: Request) -> bool:
    """Whether this device may act as a teacher."""
    services = services_of(request, CoreServices)
    from_network = services.deployment.fixes_remote_sign_in or services.computer.switches.teacher_from_network
    return from_network or comes_from_own_computer(request)


def comes_from_own_computer(request: Request) -> bool:
    """Whether the request was made on the computer that serves it."""
    settings = services_of(request, BaseServices).settings
    peer = request.client.host if request.client else None
    # A proxy on this computer may have forgotten its headers: what it forwards never comes from here.
    return not (peer and settings.trusts(peer)) and is_own_computer(peer, request.headers)


class OwnComputerOnlyError(DomainError):
    """What a teacher may do on the class computer alone, even where sign-in is open to other devices."""

    status = 403
    code = "own_computer_only"
    sentence = "This can only be done on the {host} itself."


async def require_own_computer(request: Request) -> None:
    """403 for whoever isn't sitting at the class computer."""
    if not comes_from_own_computer(request):
        raise OwnComputerOnlyError


async def find_signed_in(request: Request) -> Actor | None:
    """The person of this request's session, if there is one; also tells the route when to touch the session."""
    return _visitor(request)


def _visitor(request: Request) -> Actor | None:
    token = cookie(request, COOKIE)
    found = find_actor(request.state.db, token) if token else None
    if found is None:
        return None
    actor, due = found
    if due:
        request.state.touch = actor.session_id
    return actor


Visitor = Annotated[Actor | None, Depends(find_signed_in)]


class SessionShutError(NotSignedInError):
    """The school's administrator ended the session, and lets its teacher in no more."""

    code = "teacher_disabled"
    sentence = "Your school has switched off your GoalBucks account. Please ask whoever runs GoalBucks at your school."


def why_nobody(request: Request) -> NotSignedInError:
    """Why this request is nobody's."""
    token = cookie(request, COOKIE)
    return SessionShutError() if token and was_shut(request.state.db, token) else NotSignedInError()


class Public:
    """Everybody, signed in or not; asks the database nothing."""

    async def __call__(self) -> None:
        """Everybody may."""


class Roles:
    """Signed-in people of these roles."""

    def __init__(self, *roles: Role) -> None:
        self.roles = frozenset(roles)

    async def __call__(self, request: Request) -> Actor:
        """The actor, or 401 (no session), 403 (wrong role, or a teacher on another device).

        What it needs it asks itself: FastAPI solves a dependency's own dependencies again for everyone who names it.
        """
        visitor = _visitor(request)
        if visitor is None:
            raise why_nobody(request)
        if visitor.role not in self.roles:
            raise WrongRoleError
        if visitor.is_teacher and not teacher_may_sign_in(request):
            raise TeacherNotAllowedHereError
        return visitor


class LocalScreen:
    """Whoever works at the computer itself, signed in or not; `refusal` is raised for everybody else."""

    def __init__(self, refusal: Callable[[], DomainError]) -> None:
        self._refusal = refusal

    async def __call__(self, request: Request) -> None:
        """Let the request in when the deployment has a screen of its own and it was made there."""
        deployment = services_of(request, BaseServices).deployment
        # On a school's server, a proxy may have forgotten its headers.
        if not deployment.has_local_screen or not comes_from_own_computer(request):
            raise self._refusal()


Gate = Public | Roles | LocalScreen
"""What every route must have before it: a dependency that lets some people in."""

public = Public()
signed_in = Roles("teacher", "student")
teacher_only = Roles("teacher")
student_only = Roles("student")


AnyActor = Annotated[Actor, Depends(signed_in)]
TeacherActor = Annotated[Actor, Depends(teacher_only)]
StudentActor = Annotated[Actor, Depends(student_only)]
