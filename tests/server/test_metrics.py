"""Metrics and health of a school server: local access or with a token, without personal data."""

from threading import Event

import pytest

from server.media import ImageStorageError
from tests.factories.room import Room
from tests.factories.world import World, error
from tests.server.conftest import MakeWorld

pytestmark = pytest.mark.postgresql

TOKEN = "a-token-of-the-monitoring"


@pytest.fixture
def school(make_world: MakeWorld) -> World:
    return make_world(school=True, metrics_token=TOKEN)


def test_requests_are_counted_and_timed_by_route(school: World) -> None:
    room = Room.of(school)
    before = school.visitor().get("/metrics").text
    assert room.tablet.get(f"/api/students/{room.student.id}/goals").status_code == 200
    assert room.tablet.get("/api/no-such-call").status_code == 404
    text = school.visitor().get("/metrics").text
    whose = '{method="GET",route="/api/students/{student_id}/goals"'
    for name in ('goalbucks_requests_total%s,status="200"}', "goalbucks_request_seconds_count%s}"):
        assert _metric_value(text, name % whose) == _metric_value(before, name % whose) + 1
    assert 'route="other",status="404"' in text
    assert "goalbucks_event_streams 0.0" in text
    assert "goalbucks_database_connections" in text
    for named in (room.student.id, room.student.first_name, room.classroom.class_code, "no-such-call"):
        assert named not in text


def test_metrics_from_another_computer_need_the_token(school: World) -> None:
    elsewhere = school.device()
    assert error(elsewhere.get("/metrics")) == (404, "not_found")
    for wrong in (f"Bearer {TOKEN}x", "Bearer ", TOKEN, f"Basic {TOKEN}", f"Bearer{TOKEN}", "Bearer \xff"):
        assert elsewhere.get("/metrics", headers={"Authorization": wrong.encode("latin-1")}).status_code == 404
    for right in (f"Bearer {TOKEN}", f"bearer {TOKEN}"):
        assert elsewhere.get("/metrics", headers={"Authorization": right}).status_code == 200


def test_metrics_without_a_configured_token_are_local_only(make_world: MakeWorld) -> None:
    world = make_world(school=True)
    elsewhere = world.device()
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_class_computer_has_no_metrics(world: World) -> None:
    assert "goalbucks_requests" not in world.visitor().get("/metrics").text


def test_metrics_through_a_local_proxy_need_the_token(school: World) -> None:
    assert school.visitor().get("/metrics", headers={"X-Forwarded-For": "192.168.1.77"}).status_code == 404


def test_unknown_method_creates_no_time_series(school: World) -> None:
    school.visitor().http.request("BREW", "/api/health")
    text = school.visitor().get("/metrics").text
    assert 'method="other"' in text
    assert "BREW" not in text


def test_health_names_the_unreachable_service(school: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.storage_health.POLL_INTERVAL_SECONDS", 0)
    answer = school.visitor().get("/api/health")
    parts = {"database": "ok", "images": "ok", "disk": "ok"}
    assert answer.json() == {"status": "ok", "version": answer.json()["version"], **parts}

    def refuse() -> None:
        raise ImageStorageError

    monkeypatch.setattr(school.services.media, "require_reachable", refuse)
    degraded = school.visitor().get("/api/health")
    assert degraded.status_code == 200
    assert (degraded.json()["status"], degraded.json()["images"]) == ("degraded", "unreachable")


def test_full_disk_degrades_health(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.health.MIN_FREE_BYTES", 1 << 60)
    answer = world.visitor().get("/api/health")
    assert (answer.status_code, answer.json()["status"], answer.json()["disk"]) == (200, "degraded", "full")


def test_hanging_image_store_is_checked_once_without_blocking_health(
    school: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.storage_health.TIMEOUT_SECONDS", 0.01)
    asked, answers = [], Event()

    def hang() -> None:
        asked.append("once")
        answers.wait(20)

    monkeypatch.setattr(school.services.media, "require_reachable", hang)
    seen = [school.visitor().get("/api/health").json()["images"] for _ in range(3)]
    answers.set()
    assert (seen, asked) == (["unreachable"] * 3, ["once"])


def _metric_value(text: str, name: str) -> float:
    found = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found[0]) if found else 0.0
