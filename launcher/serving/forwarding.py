"""ASGI middleware for the client address and scheme that a trusted proxy forwards."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network
from typing import cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from server.requests.client_address import parse_ip_address

PEER_KEY = "goalbucks.peer"
"""Key of the scope that preserves the address of the TCP peer while uvicorn's middleware may replace `client`."""


class ForwardedHeadersMiddleware:
    """uvicorn's ProxyHeadersMiddleware, except that `scope["client"]` is always an IP address.

    It remains the proxy's address when the forwarded value isn't an IP address: a proxy may forward a value that the
    client sent, or write `unknown` (RFC 7239).
    """

    def __init__(self, app: ASGIApp, proxies: Sequence[IPv4Network | IPv6Network]) -> None:
        self.app = app
        middleware = cast("ASGIApp", ProxyHeadersMiddleware(self._validate_client, [str(each) for each in proxies]))  # type: ignore[arg-type]  # uvicorn's own ASGI types
        self._proxy_headers = middleware

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or a lifespan event."""
        scope[PEER_KEY] = scope.get("client")
        await self._proxy_headers(scope, receive, send)

    async def _validate_client(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer, client = scope.pop(PEER_KEY), scope.get("client")
        if client is not None and client != peer:
            address = parse_ip_address(client[0])
            scope["client"] = peer if address is None else (address, client[1])
        await self.app(scope, receive, send)
