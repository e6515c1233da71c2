"""Routes of the sign-in hand-off (docs/decisions/0011). None starts one: the window's process does so by itself."""

from fastapi import Request, Response

from server.class_computer.handoff.schemas import ClaimBody, DeliveredAnswer, DeliveryBody, LookBody
from server.class_computer.handoff.service import Handoffs
from server.class_computer.handoff.services import HandoffServices, WithHandoffs
from server.domain.auth.flows import admission_of, enter_with_identity, identify
from server.domain.auth.schemas import SessionAnswer
from server.domain.auth.service import name_of
from server.security.gates import TeacherNotAllowedHereError, comes_from_own_computer, public
from server.security.routing import router

handoff = router("/api/auth/handoff", access=public)


def _handoffs(request: Request, services: HandoffServices) -> Handoffs:
    if not comes_from_own_computer(request):
        raise TeacherNotAllowedHereError
    return services.handoffs


@handoff.post("/deliver", status_code=204, transaction="manual")
async def deliver(body: DeliveryBody, request: Request, services: WithHandoffs) -> None:
    """Deliver the identity of a sign-in in the browser, which gets no session."""
    handoffs = _handoffs(request, services)
    handoffs.require_awaited(body.handoff)
    handoffs.deliver(body.handoff, await identify(request, body.id_token))


@handoff.post("/look", response_model=DeliveredAnswer | None, transaction="manual")
async def look(body: LookBody, request: Request, response: Response, services: WithHandoffs) -> DeliveredAnswer | None:
    """Return the delivered identity to the window, for confirmation; 202 while there is none."""
    identity = _handoffs(request, services).delivered(body.handoff, body.verifier)
    if identity is None:
        response.status_code = 202
        return None
    return DeliveredAnswer(name=name_of(identity), email=identity.email)


@handoff.post("/claim", response_model=SessionAnswer, transaction="manual")
async def claim(body: ClaimBody, request: Request, response: Response, services: WithHandoffs) -> SessionAnswer:
    """Sign in with the delivered identity, once, after the teacher has confirmed it in the window."""
    with _handoffs(request, services).claiming(body.handoff, body.verifier) as identity:
        return await enter_with_identity(
            request,
            response,
            services.transactions,
            identity,
            password=body.password,
            admission=admission_of(request, body.invite_code),
        )
