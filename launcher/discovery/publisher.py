"""Publishes the mDNS host name and services, renews them after changes, and resolves name conflicts.

The host name is a base name, from number 2 on with the number (goalbucks-rivera-2), and ".local".
"""

import asyncio
import logging
import socket
from collections.abc import Collection
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from launcher.discovery import hostnames
from launcher.discovery.interfaces import Address
from launcher.discovery.mdns import Announcement, MdnsPublishError, Responder
from launcher.discovery.peers import PeerBrowser, to_txt_record
from launcher.startup.state_file import LauncherState
from server.computer.host import HostComputer

log = logging.getLogger("goalbucks.network")
RETRY_DELAYS_SECONDS = (2.0, 5.0, 15.0, 60.0)
RECENT_ADDRESS_SECONDS = 120.0
"""Time for which records with a previous address are accepted as ours: twice the time to live of a host name."""
MAX_NUMBERS_TRIED = 20
"""How many numbers are probed, one after another, before publishing fails."""
MAX_NAMES_GIVEN_UP, GIVE_UP_WINDOW_SECONDS = 5, 600.0
"""Limit of names given up within the window: more conflicts indicate an attack, and each new name breaks bookmarks."""


class MdnsPublisher:
    """Publishes one address at a time. Must be used on the event loop."""

    def __init__(self, computer: HostComputer, state: LauncherState, *, school: bool) -> None:
        self._computer = computer
        self._state = state
        self._school = school
        self._loop = asyncio.get_running_loop()
        self._responder: Responder | None = None
        self._current: Announcement | None = None
        """The current announcement; None while nothing is published."""
        self._base_name = ""
        self._conflicting_addresses: set[IPv4Address] = set()
        """Addresses that other computers announced for our name since the last check."""
        self._local_addresses: Collection[Address] = ()
        self._recent: dict[str, float] = {}
        """Recently published addresses, with the loop time of their last use."""
        self._given_up_at: list[float] = []
        self._address: Address | None = None
        self._failures = 0
        self._retry_at = 0.0

    async def update(self, address: Address | None, local_addresses: Collection[Address], *, force: bool) -> None:
        """Publish `address` unless it is published already; None stops publishing.

        `service._NetworkMonitor` calls it every second. `local_addresses` are all addresses of this computer. `force`
        publishes again, because other devices may have removed the records from their caches.
        """
        self._local_addresses = local_addresses
        if address is None:
            await self.stop(goodbye=False)
            return
        if address != self._address:
            self._address, self._failures, self._retry_at = address, 0, 0.0
        self._recent[address.ip] = self._loop.time()
        base_name = hostnames.base_name(self._computer.network.label.teacher, school=self._school)
        responder, current = self._responder, self._current
        if force or responder is None or current is None:
            if force or self._loop.time() >= self._retry_at:
                await self._publish(address, base_name)
        elif responder.address != address or base_name != self._base_name:
            await self._publish(address, base_name)
        elif await self._probe_for_conflict(responder, current):
            await self._publish(address, base_name, give_up_name=True)
        else:
            await self._refresh(responder, current)
            await responder.enable_ipv6()

    async def stop(self, *, goodbye: bool) -> None:
        """Stop publishing; with a goodbye other devices remove the name from their caches immediately."""
        await self._close(goodbye=goodbye)
        self._computer.network.update_endpoint(host_name=None)
        self._computer.network.set_nearby(())

    async def _publish(self, address: Address, base_name: str, *, give_up_name: bool = False) -> None:
        """Publish with a new responder; on failure schedule a retry.

        `give_up_name`: another computer keeps the current host name; this one takes the next number.
        """
        if give_up_name:
            self._given_up_at.append(self._loop.time())
        has_new_address = self._responder is not None and self._responder.address != address
        await self._close(goodbye=give_up_name or base_name != self._base_name or has_new_address)
        self._base_name = base_name
        self._conflicting_addresses.clear()
        try:
            number = self._state.host_name_number(base_name)
            await self._claim(address, base_name, number + 1 if give_up_name else number)
        except MdnsPublishError as error:
            if not self._failures:
                log.warning("publishing at %s failed: %s; it is retried", address.ip, error)
            await self._schedule_retry()
        except Exception:
            log.exception("publishing at %s failed; it is retried", address.ip)
            await self._schedule_retry()
        else:
            self._failures = 0

    async def _claim(self, address: Address, base_name: str, first_number: int) -> None:
        """Publish `base_name` with the first number, from `first_number` on, that makes a free host name."""
        browser = PeerBrowser(self._state.server_id, self._networks, self._computer.network.set_nearby)
        responder = self._responder = Responder(address, browser, self._own_addresses, self._conflicting_addresses.add)
        await responder.start()
        for number in range(first_number, first_number + MAX_NUMBERS_TRIED):
            label = hostnames.numbered_label(base_name, number)
            if await self._is_free(responder, label):
                break
        else:
            raise MdnsPublishError(f"{MAX_NUMBERS_TRIED} names like {base_name} are taken")
        await asyncio.to_thread(self._state.set_host_name_number, base_name, number)
        self._current = self._announcement(label)
        await responder.register(self._current)
        log.info("published %s at %s", self._current.host, address.ip)
        self._computer.network.update_endpoint(host_name=self._current.host)

    async def _is_free(self, responder: Responder, label: str) -> bool:
        """Whether no computer uses the host name `label`.local."""
        if label == socket.gethostname().lower().split(".")[0]:
            return False  # published by the system's own responder
        owners = await responder.owners(f"{label}.local")
        if owners:
            log.info("%s.local belongs to %s", label, ", ".join(sorted(owners)))
        return not owners

    async def _probe_for_conflict(self, responder: Responder, current: Announcement) -> bool:
        """Probe for owners of our name, since a record may be forged; return whether it must be given up to one."""
        if not self._must_give_up_name(responder.address):
            return False
        self._conflicting_addresses.clear()
        for owner in await responder.owners(current.host):
            with suppress(AddressValueError):  # an IPv6 address; only IPv4 addresses are compared
                self._conflicting_addresses.add(IPv4Address(owner))
        is_confirmed = self._must_give_up_name(responder.address)
        if not is_confirmed:
            log.info("an unconfirmed record assigned %s to another computer", current.host)
            await responder.reannounce(current)
        return is_confirmed

    async def _refresh(self, responder: Responder, current: Announcement) -> None:
        """Announce again if the names of teacher or classes changed, or if another computer announced our host name.

        Of two computers that announce one host name, the one with the lower address gives it up.
        """
        announcement = self._announcement(current.label)
        if announcement == current and not self._conflicting_addresses:
            return
        self._conflicting_addresses.clear()
        self._current = announcement
        await responder.reannounce(announcement)

    async def _close(self, *, goodbye: bool) -> None:
        responder, self._responder, self._current = self._responder, None, None
        if responder is not None:
            await responder.close(goodbye=goodbye)

    async def _schedule_retry(self) -> None:
        delay = RETRY_DELAYS_SECONDS[min(self._failures, len(RETRY_DELAYS_SECONDS) - 1)]
        self._failures += 1
        self._retry_at = self._loop.time() + delay
        await self.stop(goodbye=False)

    def _announcement(self, label: str) -> Announcement:
        computer = self._computer
        return Announcement(
            label, self._state.server_id, computer.network.endpoint.port, to_txt_record(computer.network.label)
        )

    def _must_give_up_name(self, address: Address) -> bool:
        """Whether another computer with our name has a higher address, and MAX_NAMES_GIVEN_UP isn't reached."""
        since = self._loop.time() - GIVE_UP_WINDOW_SECONDS
        recent_count = sum(when > since for when in self._given_up_at)
        return recent_count < MAX_NAMES_GIVEN_UP and any(
            other > IPv4Address(address.ip) for other in self._conflicting_addresses
        )

    def _own_addresses(self) -> Collection[str]:
        """Return the current and recent addresses of this computer; records with these aren't conflicts."""
        now = self._loop.time()
        self._recent = {ip: when for ip, when in self._recent.items() if now - when < RECENT_ADDRESS_SECONDS}
        return {*self._recent, *(each.ip for each in self._local_addresses)}

    def _networks(self) -> list[IPv4Network]:
        return [IPv4Network((each.ip, each.prefix), strict=False) for each in self._local_addresses]
