"""Addresses and ports, where a whole process would be too slow to try them all."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from launcher import network
from launcher.errors import PortTakenError


@contextmanager
def listening(host: str, port: int = 0) -> Iterator[list[socket.socket]]:
    sockets = network.listen(host, port)
    yield sockets
    for each in sockets:
        each.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "localhost"])
def test_all_sockets_of_a_host_share_one_port(host: str) -> None:
    with listening(host) as sockets:
        assert {each.getsockname()[1] for each in sockets} == {network.port_of(sockets)}


def test_a_port_taken_for_ipv6_alone_is_taken() -> None:
    try:
        other = socket.create_server(("::", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this computer has no IPv6")
    with other, pytest.raises(PortTakenError):
        network.listen("0.0.0.0", other.getsockname()[1])


def test_a_port_can_be_used_again_at_once() -> None:
    with listening("127.0.0.1") as sockets:
        port = network.port_of(sockets)
        client = socket.create_connection(("127.0.0.1", port))
        sockets[0].settimeout(5)
        served, _ = sockets[0].accept()
        served.close()  # the side that closes first leaves the address in TIME_WAIT
        client.close()
    with listening("127.0.0.1", port) as again:
        assert network.port_of(again) == port


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080"),
        ("::", "http://127.0.0.1:8080"),
        ("192.168.1.20", "http://192.168.1.20:8080"),
        ("::1", "http://[::1]:8080"),
        ("localhost", "http://localhost:8080"),
    ],
)
def test_the_address_to_open_on_this_computer(host: str, own: str) -> None:
    assert network.addresses(host, 8080).own == own


def test_only_a_server_for_everybody_names_an_address_for_students() -> None:
    assert network.addresses("127.0.0.1", 8080).network is None
    on_the_network = network.addresses("0.0.0.0", 8080).network
    assert on_the_network is None or not on_the_network.startswith("http://127.")
