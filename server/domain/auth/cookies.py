"""The session cookie, and the cookie that identifies a browser to the accounts it has signed in to."""

from fastapi import Request, Response

from server.domain.auth.service import ClientContext, LoginResult
from server.security.client_address import rate_limit_address
from server.security.cookies import get_cookie, is_secure, sent_cookie_name
from server.security.gates import is_local_request
from server.security.services import CoreServices, services_of
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE, BROWSER_COOKIE_LIFETIME


def client_context(request: Request) -> ClientContext:
    """Collect the client's address, cookies and limits from the request."""
    settings = services_of(request, CoreServices).settings
    return ClientContext(
        address=rate_limit_address(request.client.host) if request.client else "unknown",
        session_token=get_cookie(request, SESSION_COOKIE),
        browser_token=get_cookie(request, BROWSER_COOKIE),
        is_local=is_local_request(request),
        address_failure_limit=settings.address_failure_limit,
    )


def set_cookies(request: Request, response: Response, login: LoginResult) -> None:
    """Set both cookies as `HttpOnly` and `SameSite=Lax`."""
    session_max_age = login.session.max_age
    for name, token, max_age in (
        (SESSION_COOKIE, login.session.token, session_max_age),
        (BROWSER_COOKIE, login.browser_token, BROWSER_COOKIE_LIFETIME),
    ):
        response.set_cookie(
            sent_cookie_name(request, name),
            token,
            max_age=None if max_age is None else int(max_age.total_seconds()),
            path="/",
            httponly=True,
            samesite="lax",
            secure=is_secure(request),
        )


def clear_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie; the known-browser cookie stays."""
    name = sent_cookie_name(request, SESSION_COOKIE)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=is_secure(request))
