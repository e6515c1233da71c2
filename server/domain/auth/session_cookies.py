"""The session cookie, and the cookie that identifies a browser to the accounts it has signed in to."""

from fastapi import Request, Response

from server.domain.auth.schemas import SessionResponse
from server.domain.auth.sign_in import LoginResult
from server.requests.cookies import is_secure, sent_cookie_name
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE, BROWSER_COOKIE_LIFETIME


def respond_with_session(request: Request, response: Response, login: LoginResult) -> SessionResponse:
    """Set the cookies as `HttpOnly` and `SameSite=Lax`, and return the response with the signed-in user."""
    session_max_age = login.session.max_age
    for name, token, max_age in (
        (SESSION_COOKIE, login.session.token, session_max_age),
        (BROWSER_COOKIE, login.browser_token, BROWSER_COOKIE_LIFETIME),
    ):
        if token is None:
            continue
        response.set_cookie(
            sent_cookie_name(request, name),
            token,
            max_age=None if max_age is None else int(max_age.total_seconds()),
            path="/",
            httponly=True,
            samesite="lax",
            secure=is_secure(request),
        )
    return login.response


def clear_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie; the known-browser cookie stays."""
    name = sent_cookie_name(request, SESSION_COOKIE)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=is_secure(request))
