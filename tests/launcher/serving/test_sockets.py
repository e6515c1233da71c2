"""Addresses and ports, where a whole process would be too slow to try them all."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from launcher.errors import PortInUseError
from launcher.serving import sockets as network


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
    with other, pytest.raises(PortInUseError):
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
    assert network.local_url(host, 8080) == own


@contextmanager
def opened(host: str, wanted: int, *, allow_fallback: bool = False) -> Iterator[network.ListeningSockets]:
    listening = network.open_port(host, wanted, allow_fallback=allow_fallback)
    yield listening
    for each in listening.sockets:
        each.close()


def test_a_taken_port_is_refused_where_nobody_would_read_of_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUseError, match=f"Port {port} is already in use"):
            network.open_port("127.0.0.1", port, allow_fallback=False)


def test_the_next_free_port_stands_in_and_is_told(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, socket.create_server(("127.0.0.1", 0)) as another:
        taken, taken_too = other.getsockname()[1], another.getsockname()[1]
        monkeypatch.setattr(network, "FALLBACK_PORTS", (taken_too, free, 0))
        with opened("127.0.0.1", taken, allow_fallback=True) as listening:
            assert (listening.port, listening.taken_port) == (free, taken)


def test_any_port_does_when_all_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(network, "FALLBACK_PORTS", (taken, 0))
        with opened("127.0.0.1", taken, allow_fallback=True) as listening:
            assert listening.port not in {0, taken}
            assert listening.taken_port == taken


def test_the_wanted_port_is_nothing_to_tell(free: int) -> None:
    with opened("127.0.0.1", free, allow_fallback=True) as listening:
        assert (listening.port, listening.taken_port) == (free, None)


def test_the_webs_own_port_comes_along_where_it_is_free(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        wanted = found.getsockname()[1]
    monkeypatch.setattr(network, "HTTP_PORT", free)
    with opened("0.0.0.0", wanted) as listening:
        assert listening.port_80
        assert {each.getsockname()[1] for each in listening.sockets} == {wanted, free}
        assert listening.port == wanted


def test_without_the_webs_own_port_nothing_is_said(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(network, "HTTP_PORT", other.getsockname()[1])
        with opened("0.0.0.0", free) as listening:
            assert (listening.port, listening.port_80, listening.taken_port) == (free, False, None)


@pytest.mark.parametrize(("host", "wanted"), [("127.0.0.1", None), ("0.0.0.0", 0)])
def test_a_server_that_is_not_for_everybody_leaves_the_webs_own_port(
    monkeypatch: pytest.MonkeyPatch, free: int, host: str, wanted: int | None
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        own = found.getsockname()[1]
    monkeypatch.setattr(network, "HTTP_PORT", own)
    with opened(host, free if wanted is None else wanted) as listening:
        assert not listening.port_80
        assert own not in {each.getsockname()[1] for each in listening.sockets}


def test_at_the_webs_own_port_addresses_need_none(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(network, "HTTP_PORT", free)
    with opened("0.0.0.0", free) as listening:
        assert listening.port_80
