"""The calls of the hand-off (docs/decisions/0011). None begins one: the window's process does that by itself."""

from fastapi import Request, Response

from server.class_computer.handoff.schemas import ClaimBody, DeliveredAnswer, DeliveryBody, LookBody
from server.class_computer.handoff.service import Handoffs
from server.domain.auth.flows import admission_of, enter_with_identity, identify
from server.domain.auth.schemas import SessionAnswer
from server.domain.auth.service import name_of
from server.security.gates import TeacherNotAllowedHereError, comes_from_own_computer, public
from server.security.routing import Steps, router

handoff = router("/api/auth/handoff", access=public)


def _handoffs(request: Request) -> Handoffs:
    if not comes_from_own_computer(request):
        raise TeacherNotAllowedHereError
    handoffs: Handoffs = request.app.state.handoffs
    return handoffs


@handoff.post("/deliver", status_code=204)
async def deliver(body: DeliveryBody, request: Request, steps: Steps) -> None:
    """The browser's page brings a sign-in. It gets no session, and learns nothing."""
    del steps  # Google may take seconds: no transaction may wait for it
    handoffs = _handoffs(request)
    handoffs.require_awaited(body.handoff)
    handoffs.deliver(body.handoff, await identify(request, body.id_token))


@handoff.post("/look", response_model=DeliveredAnswer | None)
async def look(body: LookBody, request: Request, response: Response, steps: Steps) -> DeliveredAnswer | None:
    """Whom the window would go on as; 202 while nobody has signed in."""
    del steps  # asked each second: none is needed
    identity = _handoffs(request).delivered(body.handoff, body.verifier)
    if identity is None:
        response.status_code = 202
        return None
    return DeliveredAnswer(name=name_of(identity), email=identity.email)


@handoff.post("/claim", response_model=SessionAnswer)
async def claim(body: ClaimBody, request: Request, response: Response, steps: Steps) -> SessionAnswer:
    """The teacher said yes in the window: a new session, once."""
    with _handoffs(request).claiming(body.handoff, body.verifier) as identity:
        return await enter_with_identity(
            request,
            response,
            steps,
            identity,
            password=body.password,
            admission=admission_of(request, body.invite_code),
        )
