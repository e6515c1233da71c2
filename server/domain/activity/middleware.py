"""ASGI middleware that makes the client of a request available to events of the activity log."""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from server.domain.activity.client_info import ClientInfo, request_context


class ClientInfoMiddleware:
    """Sets the client of each HTTP request for the activity log."""

    def __init__(self, app: ASGIApp, *, is_trusted_proxy: Callable[[str], bool], host: str) -> None:
        self.app = app
        self.is_trusted_proxy = is_trusted_proxy
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI scope; only HTTP requests have a client."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        def get_client() -> ClientInfo:
            client = scope.get("client")
            return ClientInfo(client[0] if client else None, Headers(scope=scope), self.is_trusted_proxy, self.host)

        with request_context(get_client):
            await self.app(scope, receive, send)
