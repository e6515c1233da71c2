"""What is known of the class computer while it runs, and who hears of it."""

import logging

import pytest

from server import computer as module
from server.computer import Adapter, ClassComputer, Door, Reach, Switches


@pytest.fixture
def computer() -> ClassComputer:
    return ClassComputer(Reach(8080, address="192.168.1.20"))


def test_whoever_observes_hears_of_each_change_until_it_stops(computer: ClassComputer) -> None:
    heard: list[str] = []
    stop = computer.observe(lambda: heard.append("change"))
    computer.change_reach(host_name="goalbucks-rivera.local")
    computer.set_door(Door("Elena Rivera", ()))
    computer.set_switches(Switches(keep_awake=False))
    computer.set_connected_students(3)
    computer.note_arrival("192.168.1.20", "192.168.1.31")
    assert len(heard) == 5
    stop()
    computer.set_connected_students(4)
    assert len(heard) == 5


def test_what_is_known_already_is_no_change(computer: ClassComputer) -> None:
    computer.note_arrival("192.168.1.20", "192.168.1.31")
    heard: list[str] = []
    computer.observe(lambda: heard.append("change"))
    computer.change_reach(address="192.168.1.20")
    computer.choose_adapter(None)
    computer.set_door(Door(None, ()))
    computer.set_nearby(())
    computer.set_switches(Switches())
    computer.set_connected_students(0)
    computer.note_arrival("192.168.1.20", "192.168.1.31")
    assert heard == []


def test_an_observer_that_fails_keeps_nobody_else_from_hearing(
    computer: ClassComputer, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[int] = []

    def fail() -> None:
        raise ZeroDivisionError

    computer.observe(fail)
    computer.observe(lambda: heard.append(computer.connected_students))
    with caplog.at_level(logging.ERROR):
        computer.set_connected_students(3)
    assert heard == [3]
    assert "an observer of the class computer failed" in caplog.text


def test_whoever_claims_many_addresses_fills_no_memory(
    computer: ClassComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED_DEVICES", 3)
    for number in range(9):
        computer.note_arrival("192.168.1.20", f"192.168.1.{number}")
        computer.note_arrival("10.0.0.5", f"10.0.0.{number}")
    assert sum(computer.arrivals().values()) == 3
    assert computer.devices() == 2


def test_who_asks_for_another_adapters_address_by_way_of_its_own_is_no_evidence(computer: ClassComputer) -> None:
    wifi = Adapter("wlan0", "Wi-Fi", "192.168.1.20", "", 24)
    docker = Adapter("docker0", "docker0", "172.17.0.1", "", 16)
    computer.change_reach(adapters=(wifi, docker))
    computer.note_arrival(docker.address, "192.168.1.31")
    assert computer.arrivals() == {}
    computer.note_arrival(wifi.address, "192.168.1.31")
    computer.note_arrival(wifi.address, "10.9.0.7")  # from another of the school's networks
    assert computer.arrivals() == {wifi.address: 2}


def test_two_adapters_in_one_network_are_both_reached(computer: ClassComputer) -> None:
    adapters = (Adapter("wlan0", "Wi-Fi", "192.168.1.20", "", 24), Adapter("eth0", "Ethernet", "192.168.1.21", "", 24))
    computer.change_reach(adapters=adapters)
    for adapter in adapters:
        computer.note_arrival(adapter.address, "192.168.1.31")
    assert computer.arrivals() == {"192.168.1.20": 1, "192.168.1.21": 1}
