"""Cookie names as sent: over HTTPS with the `__Host-` prefix, so that no other host of the network can set them."""

from fastapi import Request


def is_secure(request: Request) -> bool:
    """Whether the browser used HTTPS, to this server or to a trusted proxy."""
    scheme: str = request.scope["scheme"]  # `request.url` would build the whole URL
    return scheme == "https"


def sent_cookie_name(request: Request, name: str) -> str:
    """Return the cookie's name as sent. Browsers refuse the prefix on plain HTTP."""
    return f"__Host-{name}" if is_secure(request) else name


def get_cookie(request: Request, name: str) -> str | None:
    """Return the value of the request's cookie, or None."""
    return request.cookies.get(sent_cookie_name(request, name))
