"""Announcements of other class computers, which are untrusted input."""

from collections.abc import Mapping
from ipaddress import IPv4Network

import pytest

from launcher.discovery import peers
from server.computer.network import MAX_LABEL_CLASSES, ServerLabel

OWN_NETWORKS = [IPv4Network("203.0.113.0/24")]
PROPERTIES = {b"id": b"0123456789abcdef", b"t": b"Elena Rivera", b"c0": b"Room 12"}


def parse(
    properties: Mapping[bytes, bytes | None] | None = None,
    *,
    ips: tuple[str, ...] = ("192.168.1.20",),
    port: int | None = 8080,
) -> peers.Peer | None:
    return peers.parse_announcement(PROPERTIES if properties is None else properties, list(ips), port, OWN_NETWORKS)


def parse_label(properties: Mapping[bytes, bytes | None]) -> ServerLabel:
    found = parse(properties)
    assert found is not None
    return found.server.label


def test_a_txt_record_is_parsed_to_the_same_label() -> None:
    label = ServerLabel("Elena Rivera", ("Room 12", "Ciencias 5º"))
    properties = {name.encode(): text.encode() for name, text in peers.to_txt_record(label).items()}
    assert parse_label({b"id": b"a", **properties}) == label


@pytest.mark.parametrize("name", ["x" * 500, "é" * 200, "漢" * 200, "👩‍🏫" * 100])
def test_a_long_name_is_truncated_on_a_character_boundary(name: str) -> None:
    text = peers.to_txt_record(ServerLabel(name, ()))["t"]
    assert name.startswith(text)
    assert 250 >= len(text.encode()) > 100


def test_the_number_of_classes_in_an_announcement_is_limited() -> None:
    many = tuple(f"Class {number}" for number in range(30))
    assert len(peers.to_txt_record(ServerLabel("T", many))) == 1 + MAX_LABEL_CLASSES
    assert (
        len(parse_label({b"id": b"a", **{f"c{number}".encode(): b"x" for number in range(30)}}).classes)
        == MAX_LABEL_CLASSES
    )


def test_the_url_of_a_peer_consists_of_its_address_and_port_only() -> None:
    properties = {**PROPERTIES, b"path": b"@evil.example/", b"url": b"javascript:alert(1)"}
    found = parse(properties)
    assert found is not None
    assert found.server.url == "http://192.168.1.20:8080"


def test_the_url_of_a_peer_omits_port_80() -> None:
    found = parse(port=80)
    assert found is not None
    assert found.server.url == "http://192.168.1.20"


@pytest.mark.parametrize("ip", ["127.0.0.1", "0.0.0.0", "224.0.0.251", "8.8.8.8", "198.51.101.7"])
def test_a_peer_outside_the_local_network_is_ignored(ip: str) -> None:
    assert parse(ips=(ip,)) is None


def test_a_public_address_in_our_own_network_is_local() -> None:
    assert parse(ips=("8.8.8.8", "203.0.113.7")) is not None


@pytest.mark.parametrize(
    "properties",
    [{}, {b"id": b"a"}, {b"t": b"Elena"}, {b"id": b"a", b"t": None}, {b"id": b"a", b"t": b"\x00\x1b"}],
)
def test_an_announcement_without_id_or_names_is_ignored(properties: dict[bytes, bytes | None]) -> None:
    assert parse(properties) is None


@pytest.mark.parametrize("port", [None, 0])
def test_an_announcement_without_a_port_is_ignored(port: int | None) -> None:
    assert parse(port=port) is None


def test_names_are_truncated_and_stripped_of_control_characters() -> None:
    properties: dict[bytes, bytes | None] = {
        b"id": b"a",
        b"t": "Elena\r\n\u2028\u202eRivera\x1b[31m\x00\ufeff".encode() + b"\xff\xfe",
        b"c0": b"x" * 8000,
    }
    assert parse_label(properties) == ServerLabel("Elena Rivera[31m", ("x" * 100,))


def test_zero_width_joiners_in_names_are_kept() -> None:
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert parse_label({b"id": b"a", b"t": persian.encode()}).teacher == persian
