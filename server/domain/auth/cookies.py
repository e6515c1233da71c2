"""The session cookie, and the cookie that identifies a browser to the accounts it has signed in to."""

from fastapi import Request, Response

from server.domain.auth.service import Device, SignedIn
from server.security.client_address import rate_limit_address
from server.security.cookies import cookie, is_secure, name_on_the_way
from server.security.gates import comes_from_own_computer
from server.security.services import CoreServices, services_of
from server.security.sessions import COOKIE
from server.security.throttle import BROWSER_COOKIE, BROWSER_KEPT


def device_of(request: Request) -> Device:
    """Collect the client's address, cookies and limits from the request."""
    settings = services_of(request, CoreServices).settings
    return Device(
        address=rate_limit_address(request.client.host) if request.client else "unknown",
        session_token=cookie(request, COOKIE),
        browser_token=cookie(request, BROWSER_COOKIE),
        desktop=comes_from_own_computer(request),
        failures_per_address=settings.address_failure_limit,
    )


def set_cookies(request: Request, response: Response, login: SignedIn) -> None:
    """Set both cookies as `HttpOnly` and `SameSite=Lax`."""
    session_max_age = login.session.max_age
    for name, token, max_age in (
        (COOKIE, login.session.token, session_max_age),
        (BROWSER_COOKIE, login.browser_token, BROWSER_KEPT),
    ):
        response.set_cookie(
            name_on_the_way(request, name),
            token,
            max_age=None if max_age is None else int(max_age.total_seconds()),
            path="/",
            httponly=True,
            samesite="lax",
            secure=is_secure(request),
        )


def clear_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie; the known-browser cookie stays."""
    name = name_on_the_way(request, COOKIE)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=is_secure(request))
