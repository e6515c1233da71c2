"""Addresses of the class computer and connected devices (specification 15.2)."""

from dataclasses import replace

import pytest

from server.computer.host import HostComputer
from server.computer.network import Adapter, NearbyServer, NetworkEndpoint, ServerLabel
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.server.conftest import MakeTestApp

WIFI = Adapter("wlan0", "Wi-Fi", "192.168.9.20", None)
CABLE = Adapter("eth0", "Ethernet", "10.0.0.5", None)
# An address that no other test uses, because applications are reused.
ENDPOINT = NetworkEndpoint(8080, address=WIFI.address, host_name="goalbucks-rivera.local", adapters=(WIFI, CABLE))


@pytest.fixture
def computer(classroom: PreparedClassroom) -> HostComputer:
    known: HostComputer = classroom.test_app.services.computer
    known.network.endpoint = ENDPOINT
    known.network.set_nearby(())
    return known


@pytest.mark.spec("15.2")
@pytest.mark.usefixtures("computer")
def test_network_call_returns_addresses_host_name_and_adapters(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.get("/api/network").json() == {
        "port": 8080,
        "port80": False,
        "takenPort": None,
        "address": "192.168.9.20",
        "url": "http://192.168.9.20:8080",
        "hostName": "goalbucks-rivera.local",
        "hostNameUrl": "http://goalbucks-rivera.local:8080",
        "adapters": [
            {"name": "wlan0", "label": "Wi-Fi", "address": "192.168.9.20", "reason": None},
            {"name": "eth0", "label": "Ethernet", "address": "10.0.0.5", "reason": None},
        ],
        "chosenAdapter": None,
        "devices": 0,
        "connectedStudents": 0,
    }


def test_port_80_is_left_out_of_the_address(classroom: PreparedClassroom, computer: HostComputer) -> None:
    computer.network.endpoint = replace(ENDPOINT, port_80=True)
    body = classroom.teacher_client.get("/api/network").json()
    assert (body["url"], body["hostNameUrl"]) == ("http://192.168.9.20", "http://goalbucks-rivera.local")


def test_without_a_network_the_address_is_null(classroom: PreparedClassroom, computer: HostComputer) -> None:
    computer.network.endpoint = NetworkEndpoint(8080)
    body = classroom.teacher_client.get("/api/network").json()
    assert [body[name] for name in ("address", "url", "hostName", "hostNameUrl")] == [None] * 4


class TestDevices:
    def test_each_device_counts_once_by_the_published_address(
        self, classroom: PreparedClassroom, computer: HostComputer
    ) -> None:
        computer.network.endpoint = replace(ENDPOINT, address="192.168.1.21")
        for number in (31, 32, 31):
            device = classroom.test_app.client(
                base_url="http://192.168.1.21:8080",
                client_address=(f"192.168.1.{number}", 50000),
            )
            assert device.get("/api/health").status_code == 200
        assert classroom.teacher_client.get("/api/network").json()["devices"] == 2
        computer.network.endpoint = replace(ENDPOINT, address="192.168.1.22")
        assert classroom.teacher_client.get("/api/network").json()["devices"] == 0

    def test_a_device_with_many_ipv6_addresses_does_not_fill_the_count(
        self, classroom: PreparedClassroom, computer: HostComputer
    ) -> None:
        before = computer.network.client_counts()
        for number in (1, 2):
            device = classroom.test_app.client(
                base_url="http://[fd77::10]:8080", client_address=(f"fd77::{number}", 50000)
            )
            assert device.get("/api/health").status_code == 200
        assert computer.network.client_counts() == before

    def test_local_browser_does_not_count_as_a_device(
        self, classroom: PreparedClassroom, computer: HostComputer
    ) -> None:
        before = computer.network.client_counts()
        own = classroom.test_app.client(base_url="http://192.168.9.20:8080", client_address=("192.168.9.20", 50000))
        assert own.get("/api/health").status_code == 200
        assert classroom.teacher_client.get("/api/network").status_code == 200
        assert computer.network.client_counts() == before


class TestChoosingAnAdapter:
    def test_observers_are_notified_of_the_chosen_adapter(
        self, classroom: PreparedClassroom, computer: HostComputer
    ) -> None:
        chosen: list[str | None] = []
        stop = computer.observe(lambda: chosen.append(computer.network.endpoint.chosen_adapter))
        assert classroom.teacher_client.put("/api/network/adapter", {"name": "eth0"}).json()["chosenAdapter"] == "eth0"
        assert classroom.teacher_client.put("/api/network/adapter", {"name": None}).json()["chosenAdapter"] is None
        stop()
        assert chosen == ["eth0", None]

    def test_choosing_a_disconnected_adapter_is_409(self, classroom: PreparedClassroom, computer: HostComputer) -> None:
        assert error(classroom.teacher_client.put("/api/network/adapter", {"name": "usb0"})) == (409, "unknown_adapter")
        assert computer.network.endpoint.chosen_adapter is None

    @pytest.mark.spec("15.2")
    def test_choosing_an_adapter_from_another_device_is_403_even_where_teachers_may_sign_in(
        self, make_test_app: MakeTestApp
    ) -> None:
        classroom = PreparedClassroom.create(make_test_app(teacher_from_network=True))
        elsewhere = classroom.test_app.client_for(classroom.teacher, classroom.test_app.lan_client())
        assert error(elsewhere.put("/api/network/adapter", {"name": None})) == (403, "own_computer_only")
        assert elsewhere.get("/api/network").status_code == 200


class TestServerList:
    def list_servers(self, test_app: RunningApp) -> dict[str, object]:
        response = test_app.lan_client().get("/api/network/doors")
        assert response.status_code == 200
        found: dict[str, object] = response.json()
        return found

    def test_before_registration_the_server_list_names_no_teacher(self, test_app: RunningApp) -> None:
        assert self.list_servers(test_app)["here"] == {"teacher": None, "classes": []}

    @pytest.mark.spec("2.30")
    def test_server_list_names_the_current_teacher_and_classes(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.post("/api/classrooms", {"name": "Math 101"})
        classroom.teacher_client.put(f"/api/classrooms/{classroom.row.id}", {"name": "Room 13"})
        assert self.list_servers(classroom.test_app)["here"] == {
            "teacher": "Elena Rivera",
            "classes": ["Room 13", "Math 101"],
        }
        classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}", {"name": "Elena Ruiz"})
        classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}")
        assert self.list_servers(classroom.test_app)["here"] == {"teacher": "Elena Ruiz", "classes": ["Math 101"]}

    @pytest.mark.spec("2.30")
    def test_school_server_does_not_list_teachers_or_classes(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(school=True))
        assert self.list_servers(classroom.test_app)["here"] == {"teacher": None, "classes": []}

    def test_nearby_servers_are_listed(self, classroom: PreparedClassroom, computer: HostComputer) -> None:
        computer.network.set_nearby((NearbyServer(ServerLabel("Ms Chen", ("Art",)), "http://192.168.1.30:8080"),))
        nearby = {"teacher": "Ms Chen", "classes": ["Art"], "url": "http://192.168.1.30:8080"}
        assert self.list_servers(classroom.test_app)["nearby"] == [nearby]


@pytest.mark.spec("15.3")
def test_announced_host_name_is_an_allowed_host(classroom: PreparedClassroom, computer: HostComputer) -> None:
    def status(host: str) -> int:
        return (
            classroom.test_app.client(base_url=f"http://{host}", client_address=("192.168.1.77", 1))
            .get("/api/health")
            .status_code
        )

    assert status("goalbucks-rivera.local:8080") == status("GoalBucks-Rivera.local") == 200
    assert status("goalbucks-chen.local") == 421
    computer.network.endpoint = replace(ENDPOINT, host_name="goalbucks-chen.local")
    assert status("goalbucks-chen.local") == 200
    assert status("goalbucks-rivera.local") == 421


def test_school_server_does_not_show_its_network_to_teachers(make_test_app: MakeTestApp) -> None:
    classroom = PreparedClassroom.create(make_test_app(school=True))
    classroom.test_app.services.computer.network.endpoint = ENDPOINT
    body = classroom.teacher_client.get("/api/network").json()
    assert (body["address"], body["hostName"], body["adapters"]) == (None, None, [])
