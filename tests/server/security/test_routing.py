from typing import Annotated

import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute

from server import app as application
from server.security.gates import Db, public, teacher_only
from server.security.routing import GatedRoute, Steps, UnguardedRouteError, router
from server.settings import Settings
from tests.factories.world import World, error


async def load(thing_id: str) -> str:
    return thing_id


Loaded = Annotated[str, Depends(load)]


def test_a_router_cannot_be_made_without_a_gate() -> None:
    with pytest.raises(TypeError, match="access"):
        router("/api/things")  # type: ignore[call-arg]


def test_a_route_without_a_gate_stops_the_start() -> None:
    bare = APIRouter(route_class=GatedRoute)
    with pytest.raises(UnguardedRouteError, match="has no gate"):
        bare.get("/things")(lambda: None)


def test_a_route_of_an_ordinary_router_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = APIRouter(route_class=APIRoute)
    bare.get("/api/things")(lambda: None)
    monkeypatch.setattr(application, "ROUTERS", (*application.ROUTERS, bare))
    with pytest.raises(UnguardedRouteError, match=r"/api/things"):
        application.create_app(Settings())


def test_a_raw_path_id_stops_the_start() -> None:
    things = router("/api/things", access=teacher_only)

    async def show(thing_id: str) -> str:
        return thing_id

    with pytest.raises(UnguardedRouteError, match="raw path id"):
        things.get("/{thing_id}")(show)


def test_steps_before_a_loader_stop_the_start() -> None:
    things = router("/api/things", access=teacher_only)

    async def change(steps: Steps, thing: Loaded) -> None:
        del steps, thing

    with pytest.raises(UnguardedRouteError, match="not last"):
        things.post("/{thing_id}")(change)


def test_awaiting_inside_a_transaction_is_refused_and_nothing_is_kept(world: World) -> None:
    import asyncio  # noqa: PLC0415 - used by the endpoint alone

    things = router("/api/things", access=public)

    async def wait(db: Db) -> None:
        del db
        await asyncio.sleep(0)

    things.post("")(wait)
    world.app.include_router(things)
    assert error(world.visitor().post("/api/things")) == (500, "internal")


@pytest.mark.spec("11.6")
def test_a_crash_answers_500_with_an_id_that_stands_in_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    _add_crash(world.app)
    answer = world.visitor().get("/api/crash")
    assert error(answer) == (500, "internal")
    request_id = answer.json()["id"]
    assert answer.headers["x-request-id"] == request_id
    assert request_id in caplog.text
    assert "secret detail" not in answer.text


def _add_crash(app: FastAPI) -> None:
    crash = router("/api/crash", access=public)

    async def crashing() -> None:
        raise ValueError("secret detail")

    crash.get("")(crashing)
    app.include_router(crash)
