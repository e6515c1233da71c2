"""Counts the devices that connect, by the address of the class computer that they use."""

from ipaddress import IPv6Address, ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from server.computer.host import HostComputer


class DeviceTrackingMiddleware:
    """ASGI middleware that records the client of each HTTP request from another device."""

    def __init__(self, app: ASGIApp, *, computer: HostComputer) -> None:
        self.app = app
        self.computer = computer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Record the client of an HTTP request, then call the application."""
        if scope["type"] == "http":
            self._record(scope.get("server"), scope.get("client"))
        await self.app(scope, receive, send)

    def _record(self, server: tuple[str, int | None] | None, client: tuple[str, int] | None) -> None:
        # A browser on the class computer connects from the same address that it connects to.
        if server is None or client is None or server[0] == client[0]:
            return
        try:
            own, peer = ip_address(server[0]), ip_address(client[0])
        except ValueError:
            return
        # IPv6 addresses are never published, and one device may use many of them.
        if peer.is_loopback or isinstance(own, IPv6Address):
            return
        self.computer.network.record_client(server[0], client[0])
