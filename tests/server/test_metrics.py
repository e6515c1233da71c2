"""What a school's monitoring sees: on the computer itself or with the token, and never a name."""

import pytest

from tests.factories.room import Room
from tests.factories.world import World, error
from tests.server.conftest import MakeWorld

TOKEN = "a-token-of-the-monitoring"


@pytest.fixture
def school(make_world: MakeWorld) -> World:
    return make_world(school=True, metrics_token=TOKEN)


def test_requests_are_counted_and_timed_by_their_route(school: World) -> None:
    room = Room.of(school)
    assert room.tablet.get(f"/api/students/{room.student.id}/goals").status_code == 200
    assert room.tablet.get("/api/no-such-call").status_code == 404
    text = school.visitor().get("/metrics").text
    asked = 'goalbucks_requests_total{method="GET",route="/api/students/{student_id}/goals",status="200"} 1.0'
    assert asked in text
    assert 'goalbucks_request_seconds_count{method="GET",route="/api/students/{student_id}/goals"} 1.0' in text
    assert 'route="other",status="404"' in text
    assert "goalbucks_event_streams 0.0" in text
    assert "goalbucks_database_connections" in text
    for named in (room.student.id, room.student.first_name, room.classroom.class_code, "no-such-call"):
        assert named not in text


def test_another_computer_needs_the_token(school: World) -> None:
    elsewhere = school.device()
    assert error(elsewhere.get("/metrics")) == (404, "not_found")
    for wrong in (f"Bearer {TOKEN}x", "Bearer ", TOKEN[:-1], "Bearer \xff"):
        assert elsewhere.get("/metrics", headers={"Authorization": wrong.encode("latin-1")}).status_code == 404
    assert elsewhere.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_without_a_token_nobody_elsewhere_may(make_world: MakeWorld) -> None:
    world = make_world(school=True)
    elsewhere = world.device()
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_classroom_counts_nothing(world: World) -> None:
    assert "goalbucks_requests" not in world.visitor().get("/metrics").text


def test_a_proxy_on_the_computer_does_not_pass_it_on(school: World) -> None:
    assert school.visitor().get("/metrics", headers={"X-Forwarded-For": "192.168.1.77"}).status_code == 404


def test_the_health_says_what_is_out_of_reach(school: World) -> None:
    answer = school.visitor().get("/api/health")
    assert answer.json() == {"status": "ok", "version": answer.json()["version"], "database": "ok", "images": "ok"}
    folder = school.app.state.settings.image_dir
    folder.write_text("no folder")
    degraded = school.visitor().get("/api/health")
    assert degraded.status_code == 200
    assert (degraded.json()["status"], degraded.json()["images"]) == ("degraded", "unreachable")
