"""Listening sockets: ports, fallback ports and errors."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from launcher import sockets as network
from launcher.errors import PortInUseError


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


def test_a_port_in_use_for_ipv6_only_is_refused() -> None:
    try:
        other = socket.create_server(("::", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this computer has no IPv6")
    with other, pytest.raises(PortInUseError):
        network.listen("0.0.0.0", other.getsockname()[1])


def test_a_port_in_time_wait_can_be_used_again() -> None:
    with listening("127.0.0.1") as sockets:
        port = network.port_of(sockets)
        client = socket.create_connection(("127.0.0.1", port))
        sockets[0].settimeout(5)
        served, _ = sockets[0].accept()
        served.close()  # the side that closes first keeps the address in TIME_WAIT
        client.close()
    with listening("127.0.0.1", port) as again:
        assert network.port_of(again) == port


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080"),
        ("::", "http://127.0.0.1:8080"),
        ("192.168.1.20", "http://192.168.1.20:8080"),
        ("::1", "http://[::1]:8080"),
        ("localhost", "http://localhost:8080"),
    ],
)
def test_the_local_url_replaces_wildcard_addresses(host: str, url: str) -> None:
    assert network.local_url(host, 8080) == url


@contextmanager
def opened(
    host: str, wanted: int, *, fallback_ports: Sequence[int] = (), http_port: int = network.HTTP_PORT
) -> Iterator[network.ListeningSockets]:
    listening = network.open_port(host, wanted, fallback_ports=fallback_ports, http_port=http_port)
    yield listening
    for each in listening.sockets:
        each.close()


def test_without_fallback_a_port_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUseError, match=f"Port {port} is already in use"):
            network.open_port("127.0.0.1", port)


def test_the_first_free_fallback_port_is_used_and_reported(free_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, socket.create_server(("127.0.0.1", 0)) as another:
        taken_port, other_taken_port = other.getsockname()[1], another.getsockname()[1]
        with opened("127.0.0.1", taken_port, fallback_ports=[other_taken_port, free_port, 0]) as listening:
            assert (listening.port, listening.taken_port) == (free_port, taken_port)


def test_any_free_port_is_used_when_all_fallback_ports_are_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken_port = other.getsockname()[1]
        with opened("127.0.0.1", taken_port, fallback_ports=[taken_port, 0]) as listening:
            assert listening.port not in {0, taken_port}
            assert listening.taken_port == taken_port


def test_a_free_wanted_port_is_not_reported_as_taken(free_port: int) -> None:
    with opened("127.0.0.1", free_port, fallback_ports=network.FALLBACK_PORTS) as listening:
        assert (listening.port, listening.taken_port) == (free_port, None)


def test_port_80_is_opened_too_where_it_is_free(free_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        wanted = found.getsockname()[1]
    with opened("0.0.0.0", wanted, http_port=free_port) as listening:
        assert listening.port_80
        assert {each.getsockname()[1] for each in listening.sockets} == {wanted, free_port}
        assert listening.port == wanted


def test_a_taken_port_80_is_ignored(free_port: int) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        opened("0.0.0.0", free_port, http_port=other.getsockname()[1]) as listening,
    ):
        assert (listening.port, listening.port_80, listening.taken_port) == (free_port, False, None)


@pytest.mark.parametrize(("host", "wanted"), [("127.0.0.1", None), ("0.0.0.0", 0)])
def test_port_80_is_not_opened_for_a_single_address_or_a_random_port(
    free_port: int, host: str, wanted: int | None
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        own = found.getsockname()[1]
    with opened(host, free_port if wanted is None else wanted, http_port=own) as listening:
        assert not listening.port_80
        assert own not in {each.getsockname()[1] for each in listening.sockets}


def test_port_80_as_the_wanted_port_is_reported(free_port: int) -> None:
    with opened("0.0.0.0", free_port, http_port=free_port) as listening:
        assert listening.port_80
