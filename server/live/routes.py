"""The event stream of live updates, and who has one open."""

from typing import assert_never

from fastapi import Request
from sqlalchemy.orm import Session
from starlette.responses import StreamingResponse

from server.domain.classrooms.access import ClassroomRowToView
from server.domain.members.queries import joined_class_ids
from server.domain.students.models import Student
from server.live.dependencies import WithLive
from server.live.hub import Stream, Subscriber
from server.requests.cookies import get_cookie
from server.requests.gates import ClassActor, Db, in_class, is_actor_allowed_here, staff
from server.requests.routing import router
from server.security.actor import Actor
from server.security.sessions import SESSION_COOKIE, find_actor
from server.security.substitutions import Substitution

live = router("/api/events", gate=in_class)
here = router("/api/classrooms", gate=staff)
# Proxies must neither cache nor buffer the stream.
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    """Not FastAPI's `EventSourceResponse`, which would run the endpoint as a generator inside its transaction."""

    media_type = "text/event-stream"


@live.get("", response_class=EventStream)
async def listen(actor: ClassActor, request: Request, services: WithLive, db: Db) -> EventStream:
    """Server-sent events, each named by what changed, with the class and perhaps the student as data."""
    token = get_cookie(request, SESSION_COOKIE) or ""

    async def reload_subscriber() -> Subscriber | None:
        subscriber = await services.transactions.read(lambda db: _find_subscriber(db, token))
        # Sign-in from other devices may have been switched off.
        return subscriber if subscriber and is_actor_allowed_here(request, subscriber.actor) else None

    stream = Stream(_make_subscriber(db, actor), reload_subscriber)
    return EventStream(services.hub.serve(stream), headers=UNBUFFERED)


@here.get("/{classroom_id}/here", response_model=list[str])
async def list_here(classroom: ClassroomRowToView, services: WithLive) -> list[str]:
    """The ids of the students of the class who have a page open; on several processes those of this one."""
    return services.hub.students_here(classroom.id)


def _find_subscriber(db: Session, token: str) -> Subscriber | None:
    found = find_actor(db, token)
    return None if found is None else _make_subscriber(db, found[0])


def _make_subscriber(db: Session, actor: Actor) -> Subscriber:
    match actor.role:
        case "teacher":
            return Subscriber(actor, joined_class_ids(db, actor))
        case "substitute":
            return Subscriber(actor, frozenset({db.get_one(Substitution, actor.id).classroom_id}))
        case "student":
            return Subscriber(actor, frozenset({db.get_one(Student, actor.id).classroom_id}))
        case _:
            assert_never(actor.role)
