"""The two cookies: the session's, and the one by which a browser is known to accounts it signed in to."""

from fastapi import Request, Response

from server.domain.auth.service import Device, SignedIn
from server.security.client_address import rate_limit_address
from server.security.cookies import cookie, is_secure, name_on_the_way
from server.security.gates import comes_from_own_computer
from server.security.services import CoreServices, services_of
from server.security.sessions import COOKIE
from server.security.throttle import BROWSER_COOKIE, BROWSER_KEPT


def device_of(request: Request) -> Device:
    """What is asking."""
    settings = services_of(request, CoreServices).settings
    return Device(
        address=rate_limit_address(request.client.host) if request.client else "unknown",
        session_token=cookie(request, COOKIE),
        browser_token=cookie(request, BROWSER_COOKIE),
        desktop=comes_from_own_computer(request),
        failures_per_address=settings.address_failure_limit,
    )


def set_cookies(request: Request, response: Response, signed_in: SignedIn) -> None:
    """Hand the tokens over; scripts can't read them, other sites can't send them."""
    lasts = signed_in.session.max_age
    for name, token, max_age in (
        (COOKIE, signed_in.session.token, lasts),
        (BROWSER_COOKIE, signed_in.browser_token, BROWSER_KEPT),
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
    """The browser forgets the session; it stays known to its accounts."""
    name = name_on_the_way(request, COOKIE)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=is_secure(request))
