"""What other class computers say of themselves: anybody can say anything."""

from collections.abc import Mapping
from ipaddress import IPv4Network

import pytest

from launcher.discovery import peers
from server.computer import MAX_LABEL_CLASSES, ServerLabel

OWN = [IPv4Network("203.0.113.0/24")]
SAID = {b"id": b"0123456789abcdef", b"t": b"Elena Rivera", b"c0": b"Room 12"}


def read(
    said: Mapping[bytes, bytes | None] | None = None,
    *,
    ips: tuple[str, ...] = ("192.168.1.20",),
    port: int | None = 8080,
) -> peers.Peer | None:
    return peers.parse_announcement(SAID if said is None else said, list(ips), port, OWN)


def door(said: Mapping[bytes, bytes | None]) -> ServerLabel:
    found = read(said)
    assert found is not None
    return found.server.label


def test_what_is_announced_can_be_read() -> None:
    here = ServerLabel("Elena Rivera", ("Room 12", "Ciencias 5º"))
    said = {name.encode(): text.encode() for name, text in peers.to_txt_record(here).items()}
    assert door({b"id": b"a", **said}) == here


@pytest.mark.parametrize("name", ["x" * 500, "é" * 200, "漢" * 200, "👩‍🏫" * 100])
def test_a_long_name_is_cut_between_letters_and_fits(name: str) -> None:
    text = peers.to_txt_record(ServerLabel(name, ()))["t"]
    assert name.startswith(text)
    assert 250 >= len(text.encode()) > 100


def test_only_a_few_classes_are_announced_and_read() -> None:
    many = tuple(f"Class {number}" for number in range(30))
    assert len(peers.to_txt_record(ServerLabel("T", many))) == 1 + MAX_LABEL_CLASSES
    assert (
        len(door({b"id": b"a", **{f"c{number}".encode(): b"x" for number in range(30)}}).classes) == MAX_LABEL_CLASSES
    )


def test_where_it_leads_is_made_of_the_address_and_the_port_alone() -> None:
    said = {**SAID, b"path": b"@evil.example/", b"url": b"javascript:alert(1)"}
    found = read(said)
    assert found is not None
    assert found.server.url == "http://192.168.1.20:8080"


def test_the_webs_own_port_is_left_out() -> None:
    found = read(port=80)
    assert found is not None
    assert found.server.url == "http://192.168.1.20"


@pytest.mark.parametrize("ip", ["127.0.0.1", "0.0.0.0", "224.0.0.251", "8.8.8.8", "198.51.101.7"])
def test_nobody_is_sent_out_of_the_room(ip: str) -> None:
    assert read(ips=(ip,)) is None


def test_a_public_address_of_our_own_network_is_in_the_room() -> None:
    assert read(ips=("8.8.8.8", "203.0.113.7")) is not None


@pytest.mark.parametrize(
    "said",
    [{}, {b"id": b"a"}, {b"t": b"Elena"}, {b"id": b"a", b"t": None}, {b"id": b"a", b"t": b"\x00\x1b"}],
)
def test_who_names_nobody_is_not_listed(said: dict[bytes, bytes | None]) -> None:
    assert read(said) is None


@pytest.mark.parametrize("port", [None, 0])
def test_who_has_no_port_is_not_listed(port: int | None) -> None:
    assert read(port=port) is None


def test_names_are_one_bounded_line_with_nothing_hidden_in_them() -> None:
    said: dict[bytes, bytes | None] = {
        b"id": b"a",
        b"t": "Elena\r\n\u2028\u202eRivera\x1b[31m\x00\ufeff".encode() + b"\xff\xfe",
        b"c0": b"x" * 8000,
    }
    assert door(said) == ServerLabel("Elena Rivera[31m", ("x" * 100,))


def test_scripts_keep_their_joiners() -> None:
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert door({b"id": b"a", b"t": persian.encode()}).teacher == persian
