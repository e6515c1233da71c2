"""What is said on the network, and when it is said anew: the host name with its number, the door, the goodbye."""

import asyncio
import importlib
import logging
import socket
from collections.abc import Collection
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import TYPE_CHECKING

from launcher.discovery import hostnames
from launcher.discovery.interfaces import Address
from launcher.startup.state_file import Remembered
from server.computer import ClassComputer

if TYPE_CHECKING:
    from launcher.discovery.mdns import Announcement, Voice

log = logging.getLogger("goalbucks.network")
RETRY_SECONDS = (2.0, 5.0, 15.0, 60.0)
ECHO_SECONDS = 120.0
"""So long others may repeat an address that we had: twice a host name's time to live."""
MOST_NUMBERS = 20
"""So many numbers behind a name are tried in a row."""
MOST_YIELDS, YIELDS_SECONDS = 5, 600.0
"""Who wants our name more often than this is no teacher's computer: bookmarks have to last."""


class Speaker:
    """Says one address at a time. On the event loop."""

    def __init__(self, computer: ClassComputer, remembered: Remembered, *, school: bool) -> None:
        self._computer = computer
        self._remembered = remembered
        self._school = school
        self._loop = asyncio.get_running_loop()
        self._voice: Voice | None = None
        self._said: Announcement | None = None
        self._stem = ""
        self._rivals: set[IPv4Address] = set()
        """Other computers that gave out our name just now."""
        self._found: Collection[Address] = ()
        self._had: dict[str, float] = {}
        """Our published addresses of late, with when."""
        self._yielded: list[float] = []
        self._address: Address | None = None
        self._failures = 0
        self._retry_at = 0.0

    async def speak(self, address: Address | None, found: Collection[Address], *, anew: bool) -> None:
        """Say what is to be said of `address`, unless it is said already; called again and again.

        `found` are all addresses of this computer. `anew`: whoever has heard it may have forgotten.
        """
        self._found = found
        if address is None:
            await self.fall_silent(goodbye=False)
            return
        if address != self._address:
            self._address, self._failures, self._retry_at = address, 0, 0.0
        self._had[address.ip] = self._loop.time()
        stem = hostnames.stem(self._computer.door.teacher, school=self._school)
        voice, said = self._voice, self._said
        if anew or voice is None or said is None:
            if anew or self._loop.time() >= self._retry_at:
                await self._begin(address, stem)
        elif voice.address != address or stem != self._stem:
            await self._begin(address, stem)
        elif await self._is_lost(voice, said):
            await self._begin(address, stem, yields=True)
        else:
            await self._repeat(voice, said)
            await voice.hear_by_ipv6()

    async def fall_silent(self, *, goodbye: bool) -> None:
        """Say nothing more; with a goodbye other devices forget the name at once."""
        await self._hush(goodbye=goodbye)
        self._computer.change_reach(host_name=None)
        self._computer.set_nearby(())

    async def _begin(self, address: Address, stem: str, *, yields: bool = False) -> None:
        """Ask for the name, or the next when it `yields` this one, and give it out, in a new life of zeroconf."""
        await asyncio.to_thread(importlib.import_module, "launcher.discovery.mdns")
        from launcher.discovery.mdns import CannotAnnounceError  # noqa: PLC0415 - it brings zeroconf along

        if yields:
            self._yielded.append(self._loop.time())
        given_up = yields or stem != self._stem or (self._voice is not None and self._voice.address != address)
        await self._hush(goodbye=given_up)
        self._stem = stem
        self._rivals.clear()
        try:
            await self._claim(address, stem, self._remembered.suffix(stem) + yields)
        except CannotAnnounceError as error:
            if not self._failures:
                log.warning("nothing is announced at %s: %s; it is tried again", address.ip, error)
            await self._put_off()
        except Exception:
            log.exception("the announcement at %s failed; it is tried again", address.ip)
            await self._put_off()
        else:
            self._failures = 0

    async def _claim(self, address: Address, stem: str, number: int) -> None:
        from launcher.discovery.mdns import CannotAnnounceError, Voice  # noqa: PLC0415 - likewise
        from launcher.discovery.peers import Neighbours  # noqa: PLC0415

        neighbours = Neighbours(self._remembered.server_id, self._networks, self._computer.set_nearby)
        voice = self._voice = Voice(address, neighbours, self._ours, self._rivals.add)
        await voice.start()
        for each in range(number, number + MOST_NUMBERS):
            if await self._is_free(voice, hostnames.label(stem, each)):
                break
        else:
            raise CannotAnnounceError(f"{MOST_NUMBERS} names like {stem} are taken")
        await asyncio.to_thread(self._remembered.keep_suffix, stem, each)
        self._said = self._announcement(hostnames.label(stem, each))
        await voice.give_out(self._said)
        log.info("this computer is %s at %s", self._said.host, address.ip)
        self._computer.change_reach(host_name=self._said.host)

    async def _is_free(self, voice: "Voice", label: str) -> bool:
        if label == socket.gethostname().lower().split(".")[0]:
            return False  # the system's own responder gives it out
        holders = await voice.holders(f"{label}.local")
        if holders:
            log.info("%s.local belongs to %s", label, ", ".join(sorted(holders)))
        return not holders

    async def _is_lost(self, voice: "Voice", said: "Announcement") -> bool:
        """Whether our name is another's; who seems to have it is asked, since anybody can forge one record."""
        if not self._must_yield(voice.address):
            return False
        self._rivals.clear()
        for holder in await voice.holders(said.host):
            with suppress(AddressValueError):  # by IPv6 nobody is found
                self._rivals.add(IPv4Address(holder))
        lost = self._must_yield(voice.address)
        if not lost:
            log.info("somebody said that %s is another computer, which doesn't answer", said.host)
            await voice.give_out_anew(said)
        return lost

    async def _repeat(self, voice: "Voice", said: "Announcement") -> None:
        """The same name: with another door, or once more since a computer that has to yield gave it out."""
        announcement = self._announcement(said.label)
        if announcement == said and not self._rivals:
            return
        self._rivals.clear()
        self._said = announcement
        await voice.give_out_anew(announcement)

    async def _hush(self, *, goodbye: bool) -> None:
        voice, self._voice, self._said = self._voice, None, None
        if voice is not None:
            await voice.close(goodbye=goodbye)

    async def _put_off(self) -> None:
        wait = RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
        self._failures += 1
        self._retry_at = self._loop.time() + wait
        await self.fall_silent(goodbye=False)

    def _announcement(self, label: str) -> "Announcement":
        from launcher.discovery.mdns import Announcement  # noqa: PLC0415 - likewise
        from launcher.discovery.peers import texts  # noqa: PLC0415

        computer = self._computer
        return Announcement(label, self._remembered.server_id, computer.reach.port, texts(computer.door))

    def _must_yield(self, address: Address) -> bool:
        """The higher address keeps a name that two claimed at once."""
        since = self._loop.time() - YIELDS_SECONDS
        lately = sum(when > since for when in self._yielded)
        return lately < MOST_YIELDS and any(rival > IPv4Address(address.ip) for rival in self._rivals)

    def _ours(self) -> Collection[str]:
        """What others may rightly say of our name."""
        now = self._loop.time()
        self._had = {ip: when for ip, when in self._had.items() if now - when < ECHO_SECONDS}
        return {*self._had, *(each.ip for each in self._found)}

    def _networks(self) -> list[IPv4Network]:
        return [IPv4Network((each.ip, each.prefix), strict=False) for each in self._found]
