"""How a cookie is called on the way: on HTTPS in the way that lets no other host or page of the network set it."""

from fastapi import Request


def is_secure(request: Request) -> bool:
    """Whether the browser sent this by HTTPS, to us or to a proxy that is trusted."""
    return request.url.scheme == "https"


def name_on_the_way(request: Request, name: str) -> str:
    """On plain HTTP browsers refuse the prefix."""
    return f"__Host-{name}" if is_secure(request) else name


def cookie(request: Request, name: str) -> str | None:
    """What the browser sent under this name."""
    return request.cookies.get(name_on_the_way(request, name))
