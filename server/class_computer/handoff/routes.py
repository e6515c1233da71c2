"""Routes of the sign-in hand-off (docs/decisions/0011). None starts one: the window's process does so by itself."""

from fastapi import Request, Response

from server.class_computer.handoff.schemas import ClaimBody, DeliveredIdentityAnswer, DeliveryBody, VerifierBody
from server.class_computer.handoff.service import Handoffs
from server.class_computer.handoff.services import HandoffServices, WithHandoffs
from server.domain.auth.flows import registration_policy_for, sign_in_with_identity, verify_identity_token
from server.domain.auth.schemas import SessionAnswer
from server.domain.auth.service import name_from_identity
from server.security.gates import TeacherNotAllowedHereError, is_local_request, public
from server.security.routing import router

handoff = router("/api/auth/handoff", access=public)


def _handoffs(request: Request, services: HandoffServices) -> Handoffs:
    if not is_local_request(request):
        raise TeacherNotAllowedHereError
    return services.handoffs


@handoff.post("/deliver", status_code=204, transaction="manual")
async def deliver(body: DeliveryBody, request: Request, services: WithHandoffs) -> None:
    """Deliver the identity of a sign-in in the browser, which gets no session."""
    handoffs = _handoffs(request, services)
    handoffs.require_pending(body.handoff)
    handoffs.deliver(body.handoff, await verify_identity_token(request, body.id_token))


@handoff.post("/look", response_model=DeliveredIdentityAnswer | None, transaction="manual")
async def look(
    body: VerifierBody, request: Request, response: Response, services: WithHandoffs
) -> DeliveredIdentityAnswer | None:
    """Return the delivered identity to the window, for confirmation; 202 while there is none."""
    identity = _handoffs(request, services).find_identity(body.handoff, body.verifier)
    if identity is None:
        response.status_code = 202
        return None
    return DeliveredIdentityAnswer(name=name_from_identity(identity), email=identity.email)


@handoff.post("/claim", response_model=SessionAnswer, transaction="manual")
async def claim(body: ClaimBody, request: Request, response: Response, services: WithHandoffs) -> SessionAnswer:
    """Sign in with the delivered identity, once, after the teacher has confirmed it in the window."""
    with _handoffs(request, services).claim(body.handoff, body.verifier) as identity:
        return await sign_in_with_identity(
            request,
            response,
            services.transactions,
            identity,
            password=body.password,
            policy=registration_policy_for(request, body.invite_code),
        )
