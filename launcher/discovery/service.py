"""Background service that keeps the published address and the mDNS host name up to date while the network changes.

It polls the network adapters every second. One second after a change it puts the best address into the network endpoint
of `HostComputer`. If the address or the teacher's surname changes, or after a suspend, it publishes everything again:
`_http._tcp`, `_goalbucks._tcp` and the host name, which is probed first and gets a number if another computer has it.
If two computers claim a name at the same time, the one with the higher address keeps it. At the end it sends a goodbye.
Without multicast students reach the server by its address only, and publishing is retried.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, NetworkState
from launcher.discovery.reachability import choose_address
from launcher.sockets import WILDCARD_ADDRESSES
from launcher.startup.state_file import LauncherState
from server.background import background_task
from server.computer.host import HostComputer
from server.computer.network import ServerLabel
from server.deployment import Deployment
from server.settings import Settings

if TYPE_CHECKING:
    from launcher.discovery.publisher import MdnsPublisher

log = logging.getLogger("goalbucks.network")
POLL_INTERVAL_SECONDS = 1.0
DEBOUNCE_SECONDS = 1.0
"""Changing to another Wi-Fi network causes several changes in quick succession."""
SUSPEND_THRESHOLD_SECONDS = 8.0
"""The computer was suspended if the wall clock advanced by this much more than the poll interval."""


@asynccontextmanager
async def publish_on_network(
    computer: HostComputer, *, settings: Settings, state: LauncherState, use_mdns: bool
) -> AsyncIterator[None]:
    """Run the service in the background during the `async with` block.

    Without `use_mdns` it only updates the address. It does nothing if the server listens on a single address.
    """
    if settings.host not in WILDCARD_ADDRESSES:
        yield
        return
    publisher = None
    if use_mdns:
        publisher_class = await asyncio.to_thread(_import_publisher)
        publisher = publisher_class(computer, state, school=Deployment.of(settings).is_school)
    monitor = _NetworkMonitor(computer, state, publisher)
    unobserve = computer.observe(monitor.wake)
    try:
        async with background_task(monitor.run()):
            yield
    finally:
        unobserve()
        if publisher is not None:
            await publisher.stop(goodbye=True)


def _import_publisher() -> "type[MdnsPublisher]":
    from launcher.discovery.publisher import MdnsPublisher  # noqa: PLC0415 - 12 ms and 3.4 MB, with zeroconf

    return MdnsPublisher


@dataclass(frozen=True, slots=True)
class _Desired:
    """The part of `HostComputer` that determines what is published."""

    chosen_adapter: str | None
    addresses_in_use: frozenset[str]
    """Own addresses to which devices have connected."""
    label: ServerLabel


class _NetworkMonitor:
    """Polls the network adapters, updates the published address, and passes it to the mDNS publisher."""

    def __init__(self, computer: HostComputer, state: LauncherState, publisher: "MdnsPublisher | None") -> None:
        self._computer = computer
        self._state = state
        self._publisher = publisher
        self._loop = asyncio.get_running_loop()
        self._wake_event = asyncio.Event()
        self._network: NetworkState | None = None
        self._applied: _Desired | None = None
        self._published: Address | None = None
        self._was_suspended = False

    def wake(self) -> None:
        """Check for changes of `HostComputer` now; from any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._wake_event.set)

    async def run(self) -> None:
        """Check for changes until cancelled."""
        while True:
            try:
                await self._check()
            except Exception:
                # Any error may be temporary, and must not end the service.
                log.exception("the network can't be checked")
                await asyncio.sleep(POLL_INTERVAL_SECONDS)
            await self._wait()

    async def _check(self) -> None:
        network = await asyncio.to_thread(interfaces.read_network_state)
        if self._network is not None and network != self._network:
            await asyncio.sleep(DEBOUNCE_SECONDS)
            network = await asyncio.to_thread(interfaces.read_network_state)
        desired = self._desired()
        if (network, desired) != (self._network, self._applied):
            await self._apply(network, desired)
        if self._publisher is not None:
            await self._publisher.update(self._published, network.addresses, force=self._was_suspended)

    async def _apply(self, network: NetworkState, desired: _Desired) -> None:
        self._network, self._applied = network, desired
        if desired.chosen_adapter != self._state.adapter:
            await asyncio.to_thread(self._state.set_adapter, desired.chosen_adapter)
        choice = choose_address(self._computer.network.endpoint, self._computer.network.client_counts(), network)
        address = choice.published
        if address != self._published:
            if address:
                log.info("students reach this computer at %s on %s", address.ip, address.adapter)
            else:
                log.info("students can't reach this computer: no network")
        self._published = address
        self._computer.network.update_endpoint(address=choice.address, adapters=choice.adapters)

    async def _wait(self) -> None:
        """Wait for the poll interval, or until there is something to apply."""
        end = self._loop.time() + POLL_INTERVAL_SECONDS
        started_at = time.time()
        while (remaining := end - self._loop.time()) > 0:
            self._wake_event.clear()
            if self._desired() != self._applied:
                break
            with suppress(TimeoutError):
                # Not `wait_for`, which on Python 3.11 loses a cancellation that coincides with the event.
                async with asyncio.timeout(remaining):
                    await self._wake_event.wait()
        self._was_suspended = time.time() - started_at > POLL_INTERVAL_SECONDS + SUSPEND_THRESHOLD_SECONDS
        if self._was_suspended:
            log.info("the computer was suspended")

    def _desired(self) -> _Desired:
        computer = self._computer
        return _Desired(
            computer.network.endpoint.chosen_adapter,
            frozenset(computer.network.client_counts()),
            computer.network.label,
        )
