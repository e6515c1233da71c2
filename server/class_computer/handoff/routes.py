"""Routes of the sign-in hand-off (docs/decisions/0011-google-sign-in.md).

No route starts a hand-off: the window's process creates it (server/security/signed_handoff.py).
"""

from fastapi import Request, Response

from server.class_computer.handoff.dependencies import HandoffServices, WithHandoffs
from server.class_computer.handoff.schemas import (
    ClaimRequest,
    DeliveredIdentityResponse,
    DeliveryRequest,
    VerifierRequest,
)
from server.class_computer.handoff.service import Handoffs
from server.domain.auth.access import WithSignIn, registration_policy_for
from server.domain.auth.identity_accounts import name_from_identity
from server.domain.auth.identity_sign_in import IdentitySignIn, verify_identity_token
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.session_cookies import respond_with_session
from server.requests.gates import TeacherNotAllowedHereError, is_local_request, public
from server.requests.routing import router

handoff = router("/api/auth/handoff", gate=public)


def _handoffs(request: Request, services: HandoffServices) -> Handoffs:
    if not is_local_request(request):
        raise TeacherNotAllowedHereError
    return services.handoffs


@handoff.post("/deliver", status_code=204, transaction="manual")
async def deliver(body: DeliveryRequest, request: Request, context: WithSignIn, services: WithHandoffs) -> None:
    """Deliver the identity of a sign-in in the browser, which gets no session."""
    handoffs = _handoffs(request, services)
    handoffs.require_pending(body.handoff)
    handoffs.deliver(body.handoff, await verify_identity_token(context, body.id_token))


@handoff.post("/look", response_model=DeliveredIdentityResponse | None, transaction="manual")
async def show_identity(
    body: VerifierRequest, request: Request, response: Response, services: WithHandoffs
) -> DeliveredIdentityResponse | None:
    """Return the delivered identity to the window, for confirmation; 202 while there is none."""
    identity = _handoffs(request, services).find_identity(body.handoff, body.verifier)
    if identity is None:
        response.status_code = 202
        return None
    return DeliveredIdentityResponse(name=name_from_identity(identity), email=identity.email)


@handoff.post("/claim", response_model=SessionResponse, transaction="manual")
async def claim(
    body: ClaimRequest, request: Request, response: Response, context: WithSignIn, services: WithHandoffs
) -> SessionResponse:
    """Sign in with the delivered identity, once, after the teacher has confirmed it in the window."""
    policy = registration_policy_for(services, context.client, body.invite_code)
    with _handoffs(request, services).claim(body.handoff, body.verifier) as identity:
        login = await IdentitySignIn(context, policy).sign_in(identity, body.password)
        return respond_with_session(request, response, login)
