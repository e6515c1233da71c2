"""Checks of the Host, Origin and forwarding headers (specification 11.9, 2.13)."""

import socket

import pytest

from tests.factories.api_client import LOCAL_URL, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged
from tests.server.conftest import MakeTestApp


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "192.168.1.20:8080", "10.0.0.7", "[::1]:8080", "[fe80::1]", "localhost", "LOCALHOST:80"]
)
def test_a_host_header_with_an_ip_address_or_localhost_is_served(
    read_only_classroom: PreparedClassroom, host: str
) -> None:
    assert read_only_classroom.test_app.anonymous_client().get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.spec("11.9")
@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "a b", "[::1"],
)
def test_a_foreign_host_header_is_421(read_only_classroom: PreparedClassroom, host: str) -> None:
    assert error(read_only_classroom.test_app.anonymous_client().get("/api/health", headers={"Host": host})) == (
        421,
        "unknown_host",
    )
    assert read_only_classroom.test_app.anonymous_client().get("/", headers={"Host": host}).status_code == 421


def test_a_host_header_with_the_computers_name_is_served(read_only_classroom: PreparedClassroom) -> None:
    name = socket.gethostname()
    for host in (name, f"{name.upper()}:8080", f"{name.removesuffix('.local')}.local"):
        assert (
            read_only_classroom.test_app.anonymous_client().get("/api/health", headers={"Host": host}).status_code
            == 200
        )


@pytest.mark.spec("11.9")
def test_a_host_header_with_a_configured_name_is_served(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(allowed_hosts="goals.school.example, other.example")
    assert (
        test_app.anonymous_client().get("/api/health", headers={"Host": "Goals.School.Example:8080"}).status_code == 200
    )
    assert test_app.anonymous_client().get("/api/health", headers={"Host": "third.example"}).status_code == 421


@pytest.mark.spec("11.9")
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9999",
        "http://127.0.0.1",
        "file://",
        "127.0.0.1:8080",
        "http://[",
        "",
    ],
)
def test_a_write_from_a_foreign_origin_is_403_and_changes_nothing(
    read_only_classroom: PreparedClassroom, origin: str
) -> None:
    teacher = read_only_classroom.teacher_client
    with assert_unchanged(read_only_classroom.test_app):
        response = teacher.post("/api/classrooms", {"name": "Math 101"}, headers={"Origin": origin})
    assert error(response) == (403, "foreign_origin")


@pytest.mark.parametrize("headers", [{}, {"Origin": LOCAL_URL}, {"Origin": LOCAL_URL.upper().replace("HTTP", "http")}])
def test_a_write_from_the_servers_origin_or_without_one_is_served(
    test_app: RunningApp, headers: dict[str, str]
) -> None:
    teacher = test_app.client_for(test_app.teacher())
    assert teacher.post("/api/classrooms", {"name": "Math 101"}, headers=headers).status_code == 201


@pytest.mark.parametrize("site", ["cross-site", "same-site", "something new"])
def test_a_write_without_an_origin_is_403_if_sec_fetch_site_is_foreign(
    read_only_classroom: PreparedClassroom, site: str
) -> None:
    teacher = read_only_classroom.teacher_client
    with assert_unchanged(read_only_classroom.test_app):
        response = teacher.post("/api/classrooms", {"name": "Math 101"}, headers={"Sec-Fetch-Site": site})
    assert error(response) == (403, "foreign_origin")
    assert teacher.get("/api/health", headers={"Sec-Fetch-Site": site}).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_a_write_without_an_origin_is_served_if_sec_fetch_site_is_same_origin_or_none(
    test_app: RunningApp, site: str
) -> None:
    teacher = test_app.client_for(test_app.teacher())
    response = teacher.post("/api/classrooms", {"name": "Math 101"}, headers={"Sec-Fetch-Site": site})
    assert response.status_code == 201


def test_a_read_with_a_foreign_origin_is_served_without_cors_headers(read_only_classroom: PreparedClassroom) -> None:
    response = read_only_classroom.test_app.anonymous_client().get(
        "/api/health", headers={"Origin": "http://evil.example"}
    )
    assert response.status_code == 200
    assert "access-control-allow-origin" not in response.headers


def test_an_origin_matches_with_and_without_the_default_port(test_app: RunningApp) -> None:
    browser = test_app.client(base_url="http://127.0.0.1")
    teacher = test_app.client_for(test_app.teacher(), browser)
    response = teacher.post("/api/classrooms", {"name": "Math"}, headers={"Origin": "http://127.0.0.1:80"})
    assert response.status_code == 201


@pytest.mark.spec("2.13")
@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"]
)
def test_a_request_with_forwarding_headers_is_not_local(read_only_classroom: PreparedClassroom, header: str) -> None:
    teacher = read_only_classroom.teacher_client
    response = teacher.get("/api/classrooms", headers={header: "127.0.0.1"})
    assert error(response) == (403, "teacher_not_allowed_here")


@pytest.mark.spec("2.13")
def test_a_loopback_peer_with_a_lan_host_header_is_not_local(test_app: RunningApp) -> None:
    browser = test_app.client(base_url="http://192.168.1.20:8080")
    teacher = test_app.client_for(test_app.teacher(), browser)
    assert error(teacher.get("/api/classrooms")) == (403, "teacher_not_allowed_here")
