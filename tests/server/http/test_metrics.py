"""Metrics and health of a school server: local access or with a token, without personal data."""

import asyncio
from threading import Event
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from server.http.access_log import AccessLogMiddleware
from server.http.metrics import Metrics, MetricsMiddleware
from server.media import ImageStorageError
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.server.conftest import MakeTestApp

TOKEN = "a-token-of-the-monitoring"


@pytest.fixture
def school_app(make_test_app: MakeTestApp) -> RunningApp:
    return make_test_app(school=True, metrics_token=TOKEN)


@pytest.mark.postgresql
def test_requests_are_counted_and_timed_by_route(school_app: RunningApp) -> None:
    classroom = PreparedClassroom.create(school_app)
    before = school_app.anonymous_client().get("/metrics").text
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 200
    assert classroom.student_client.get("/api/no-such-call").status_code == 404
    text = school_app.anonymous_client().get("/metrics").text
    whose = '{method="GET",route="/api/students/{student_id}/goals"'
    for name in ('goalbucks_requests_total%s,status="200"}', "goalbucks_request_seconds_count%s}"):
        assert _metric_value(text, name % whose) == _metric_value(before, name % whose) + 1
    assert 'route="other",status="404"' in text
    assert "goalbucks_event_streams 0.0" in text
    assert "goalbucks_database_connections" in text
    for named in (classroom.student.id, classroom.student.first_name, classroom.row.class_code, "no-such-call"):
        assert named not in text


def test_metrics_from_another_computer_need_the_token(school_app: RunningApp) -> None:
    elsewhere = school_app.lan_client()
    assert error(elsewhere.get("/metrics")) == (404, "not_found")
    for wrong in (f"Bearer {TOKEN}x", "Bearer ", TOKEN, f"Basic {TOKEN}", f"Bearer{TOKEN}", "Bearer \xff"):
        assert elsewhere.get("/metrics", headers={"Authorization": wrong.encode("latin-1")}).status_code == 404
    for right in (f"Bearer {TOKEN}", f"bearer {TOKEN}"):
        assert elsewhere.get("/metrics", headers={"Authorization": right}).status_code == 200


def test_metrics_without_a_configured_token_are_local_only(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(school=True)
    elsewhere = test_app.lan_client()
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_class_computer_has_no_metrics(test_app: RunningApp) -> None:
    assert "goalbucks_requests" not in test_app.anonymous_client().get("/metrics").text


def test_metrics_through_a_local_proxy_need_the_token(school_app: RunningApp) -> None:
    assert school_app.anonymous_client().get("/metrics", headers={"X-Forwarded-For": "192.168.1.77"}).status_code == 404


def test_unknown_method_creates_no_time_series(school_app: RunningApp) -> None:
    school_app.anonymous_client().http.request("BREW", "/api/health")
    text = school_app.anonymous_client().get("/metrics").text
    assert 'method="other"' in text
    assert "BREW" not in text


@pytest.mark.postgresql
def test_health_names_the_unreachable_service(school_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.storage_health.POLL_INTERVAL_SECONDS", 0)
    response = school_app.anonymous_client().get("/api/health")
    parts = {"database": "ok", "images": "ok", "disk": "ok"}
    assert response.json() == {"status": "ok", "version": response.json()["version"], **parts}

    def refuse() -> None:
        raise ImageStorageError

    monkeypatch.setattr(school_app.services.media, "require_reachable", refuse)
    degraded = school_app.anonymous_client().get("/api/health")
    assert degraded.status_code == 200
    assert (degraded.json()["status"], degraded.json()["images"]) == ("degraded", "unreachable")


@pytest.mark.postgresql
def test_full_disk_degrades_health(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.health.MIN_FREE_BYTES", 1 << 60)
    response = test_app.anonymous_client().get("/api/health")
    assert (response.status_code, response.json()["status"], response.json()["disk"]) == (200, "degraded", "full")


@pytest.mark.postgresql
def test_hanging_image_store_is_checked_once_without_blocking_health(
    school_app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.storage_health.TIMEOUT_SECONDS", 0.01)
    checks, may_respond = [], Event()

    def hang() -> None:
        checks.append("once")
        may_respond.wait(20)

    monkeypatch.setattr(school_app.services.media, "require_reachable", hang)
    seen = [school_app.anonymous_client().get("/api/health").json()["images"] for _ in range(3)]
    may_respond.set()
    assert (seen, checks) == (["unreachable"] * 3, ["once"])


@pytest.mark.parametrize("disconnects", ["while its body is read", "while it waits for its turn"])
def test_a_client_that_left_before_the_response_counts_as_499(disconnects: str) -> None:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        if disconnects == "while its body is read":
            raise ClientDisconnect

    metrics = Metrics()
    measured = MetricsMiddleware(AccessLogMiddleware(app, host="computer"), metrics=metrics)
    scope = {"type": "http", "method": "POST", "path": "/api/goals", "scheme": "http", "headers": []}

    async def unused(*_arguments: object) -> Any:
        raise AssertionError

    asyncio.run(measured(scope, unused, unused))
    labels = {"method": "POST", "route": "other", "status": "499"}
    assert metrics.registry.get_sample_value("goalbucks_requests_total", labels) == 1


def _metric_value(text: str, name: str) -> float:
    found = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found[0]) if found else 0.0
