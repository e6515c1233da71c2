"""Dependencies that collect what a sign-in or registration needs from the request."""

from typing import Annotated

from fastapi import Depends, Request

from server.domain.activity.client_info import describe_user_agent
from server.domain.auth.registration_policy import RegistrationPolicy
from server.domain.auth.sign_in import ClientContext, SignInContext
from server.requests.client_address import rate_limit_address
from server.requests.cookies import get_cookie
from server.requests.dependencies import CoreServices, services_of
from server.requests.gates import TeacherNotAllowedHereError, is_local_request
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE


async def sign_in_context(request: Request) -> SignInContext:
    """Collect the client's address, cookies and limits, and the services that a sign-in uses."""
    services = services_of(request, CoreServices)
    client = ClientContext(
        address=rate_limit_address(request.client.host) if request.client else "unknown",
        session_token=get_cookie(request, SESSION_COOKIE),
        browser_token=get_cookie(request, BROWSER_COOKIE),
        is_local=is_local_request(request),
        address_failure_limit=services.settings.address_failure_limit,
        device=describe_user_agent(request.headers.get("user-agent", "")),
    )
    return SignInContext(
        client, services.transactions, services.queues, services.password_hasher, services.identity_provider
    )


WithSignIn = Annotated[SignInContext, Depends(sign_in_context)]


def registration_policy_for(
    services: CoreServices, client: ClientContext, invite_code: str | None = None
) -> RegistrationPolicy:
    """Determine whether and how this client may register a new account."""
    if services.deployment.is_school:
        return RegistrationPolicy(client.address, requires_invite=True, invite_code=invite_code or "")
    return RegistrationPolicy(client.address, None if client.is_local else TeacherNotAllowedHereError())
