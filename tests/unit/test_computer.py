"""Runtime state of the class computer and its observers."""

import logging

import pytest

from server.computer import network as module
from server.computer.host import HostComputer
from server.computer.network import Adapter, NetworkEndpoint, ServerLabel
from server.computer.preferences import ComputerPreferences


@pytest.fixture
def computer() -> HostComputer:
    return HostComputer(NetworkEndpoint(8080, address="192.168.1.20"))


def test_observer_is_notified_of_each_change_until_it_unsubscribes(computer: HostComputer) -> None:
    notifications: list[str] = []
    stop = computer.observe(lambda: notifications.append("change"))
    computer.network.update_endpoint(host_name="goalbucks-rivera.local")
    computer.network.set_label(ServerLabel("Elena Rivera", ()))
    computer.set_preferences(ComputerPreferences(keep_awake=False))
    computer.status.set_connected_students(3)
    computer.network.record_client("192.168.1.20", "192.168.1.31")
    assert len(notifications) == 5
    stop()
    computer.status.set_connected_students(4)
    assert len(notifications) == 5


def test_unchanged_value_notifies_no_observer(computer: HostComputer) -> None:
    computer.network.record_client("192.168.1.20", "192.168.1.31")
    notifications: list[str] = []
    computer.observe(lambda: notifications.append("change"))
    computer.network.update_endpoint(address="192.168.1.20")
    computer.network.update_endpoint(chosen_adapter=None)
    computer.network.set_label(ServerLabel(None, ()))
    computer.network.set_nearby(())
    computer.set_preferences(ComputerPreferences())
    computer.status.set_connected_students(0)
    computer.network.record_client("192.168.1.20", "192.168.1.31")
    assert notifications == []


def test_failing_observer_does_not_affect_other_observers(
    computer: HostComputer, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []

    def fail() -> None:
        raise ZeroDivisionError

    computer.observe(fail)
    computer.observe(lambda: seen.append(computer.status.connected_students))
    with caplog.at_level(logging.ERROR):
        computer.status.set_connected_students(3)
    assert seen == [3]
    assert "an observer of the class computer failed" in caplog.text


def test_number_of_remembered_client_addresses_is_limited(
    computer: HostComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED_DEVICES", 3)
    for number in range(9):
        computer.network.record_client("192.168.1.20", f"192.168.1.{number}")
        computer.network.record_client("10.0.0.5", f"10.0.0.{number}")
    assert sum(computer.network.client_counts().values()) == 3
    assert computer.network.client_count() == 2


def test_cross_subnet_request_does_not_confirm_an_adapter(computer: HostComputer) -> None:
    wifi = Adapter("wlan0", "Wi-Fi", "192.168.1.20", None, 24)
    docker = Adapter("docker0", "docker0", "172.17.0.1", None, 16)
    computer.network.update_endpoint(adapters=(wifi, docker))
    computer.network.record_client(docker.address, "192.168.1.31")
    assert computer.network.client_counts() == {}
    computer.network.record_client(wifi.address, "192.168.1.31")
    computer.network.record_client(wifi.address, "10.9.0.7")  # from another network of the school
    assert computer.network.client_counts() == {wifi.address: 2}


def test_two_adapters_of_one_network_are_both_confirmed(computer: HostComputer) -> None:
    adapters = (
        Adapter("wlan0", "Wi-Fi", "192.168.1.20", None, 24),
        Adapter("eth0", "Ethernet", "192.168.1.21", None, 24),
    )
    computer.network.update_endpoint(adapters=adapters)
    for adapter in adapters:
        computer.network.record_client(adapter.address, "192.168.1.31")
    assert computer.network.client_counts() == {"192.168.1.20": 1, "192.168.1.21": 1}
