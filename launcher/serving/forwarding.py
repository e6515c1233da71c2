"""What a trusted proxy forwards: the device's address, where it is one, and the scheme."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network
from typing import cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from server.security.client_address import ip_address_of

PEER = "goalbucks.peer"


class ForwardedHeadersMiddleware:
    """uvicorn's middleware, but the client is an IP address at all times: the peer's, where no other was forwarded.

    A proxy may send on what the device claims, or write `unknown` (RFC 7239).
    """

    def __init__(self, app: ASGIApp, proxies: Sequence[IPv4Network | IPv6Network]) -> None:
        self.app = app
        believing = cast("ASGIApp", ProxyHeadersMiddleware(self._check, [str(each) for each in proxies]))  # type: ignore[arg-type]  # uvicorn's types of the same
        self._believing = believing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        scope[PEER] = scope.get("client")
        await self._believing(scope, receive, send)

    async def _check(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer, client = scope.pop(PEER), scope.get("client")
        if client is not None and client != peer:
            address = ip_address_of(client[0])
            scope["client"] = peer if address is None else (address, client[1])
        await self.app(scope, receive, send)
