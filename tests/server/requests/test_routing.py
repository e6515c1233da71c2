"""Gated routers: what prevents the start, and the transactions of routes."""

import asyncio
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import select

from server import app as application
from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.data_protection.backups.service import BackupService
from server.domain.teachers.models import Teacher
from server.recovery import routes as recovery_routes
from server.recovery.database_recovery import DatabaseRecovery
from server.requests.gated_routes import GatedRoute, InvalidRouteError
from server.requests.gates import Db, public, teacher_only
from server.requests.routing import router
from server.settings import Settings
from tests.factories.api_client import error
from tests.factories.app import RunningApp


async def load(thing_id: str) -> str:
    return thing_id


def test_a_router_cannot_be_created_without_a_gate() -> None:
    with pytest.raises(TypeError, match="gate"):
        router("/api/things")  # type: ignore[call-arg]


def test_a_route_without_a_gate_prevents_the_start() -> None:
    bare = APIRouter(route_class=GatedRoute)
    with pytest.raises(InvalidRouteError, match="has no gate"):
        bare.get("/things")(lambda: None)


def test_a_route_of_a_plain_fastapi_router_prevents_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = APIRouter(route_class=APIRoute)
    bare.get("/api/things")(lambda: None)
    monkeypatch.setattr(application, "ROUTERS", (*application.ROUTERS, bare))
    with pytest.raises(InvalidRouteError, match=r"/api/things"):
        application.create_app(Settings())


def test_a_raw_path_id_prevents_the_start() -> None:
    things = router("/api/things", gate=teacher_only)

    async def show(thing_id: str) -> str:
        return thing_id

    with pytest.raises(InvalidRouteError, match="raw path id"):
        things.get("/{thing_id}")(show)


def test_a_loader_that_names_no_permission_prevents_the_start() -> None:
    things = router("/api/things", gate=teacher_only)

    async def show(thing: Annotated[str, Depends(load)]) -> str:
        return thing

    with pytest.raises(InvalidRouteError, match="without naming the permission"):
        things.get("/{thing_id}")(show)


def test_streaming_a_body_inside_a_transaction_prevents_the_start() -> None:
    things = router("/api/things", gate=teacher_only)
    with pytest.raises(InvalidRouteError, match="stream its body"):
        things.post("", body="stream")


def test_a_gate_that_reads_the_session_needs_a_transaction() -> None:
    things = router("/api/things", gate=teacher_only)
    with pytest.raises(InvalidRouteError, match="no transaction to read it in"):
        things.get("", transaction="none")(load)


@pytest.mark.postgresql
def test_a_manual_route_returns_its_connection_before_the_endpoint_and_after_the_last_loader(
    test_app: RunningApp,
) -> None:
    things = router("/api/things", gate=public)

    async def load_teachers(db: Db) -> int:
        return len(db.scalars(select(Teacher)).all())

    async def show(db: Db, count: Annotated[int, Depends(load_teachers)]) -> list[object]:
        await asyncio.sleep(0)
        return [count, db.in_transaction()]

    things.get("", transaction="manual")(show)
    test_app.app.include_router(things)
    test_app.teacher()
    assert test_app.anonymous_client().get("/api/things").json() == [1, False]


@pytest.mark.postgresql
def test_awaiting_inside_a_transaction_is_500(test_app: RunningApp) -> None:
    things = router("/api/things", gate=public)

    async def wait(db: Db) -> None:
        del db
        await asyncio.sleep(0)

    things.post("")(wait)
    test_app.app.include_router(things)
    assert error(test_app.anonymous_client().post("/api/things")) == (500, "internal")


@pytest.mark.spec("11.6")
def test_an_unhandled_exception_is_500_with_a_request_id_that_the_log_has(
    test_app: RunningApp, caplog: pytest.LogCaptureFixture
) -> None:
    _add_crash(test_app.app)
    response = test_app.anonymous_client().get("/api/crash")
    assert error(response) == (500, "internal")
    request_id = response.json()["id"]
    assert response.headers["x-request-id"] == request_id
    assert request_id in caplog.text
    assert "secret detail" not in response.text


def _add_crash(app: FastAPI) -> None:
    crash = router("/api/crash", gate=public)

    async def crashing() -> None:
        raise ValueError("secret detail")

    crash.get("")(crashing)
    app.include_router(crash)


def test_a_recovery_route_without_a_gate_prevents_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare = APIRouter()
    bare.get("/api/rescue")(lambda: None)
    monkeypatch.setattr(recovery_routes, "recovery_calls", bare)
    settings = Settings(data_dir=tmp_path)
    recovery = DatabaseRecovery(
        BackupService(settings), DatabaseQuarantinedError(tmp_path), restart=_never, report=print
    )
    with pytest.raises(InvalidRouteError, match="/api/rescue"):
        recovery_routes.create_recovery_app(settings, recovery)


async def _never() -> None:
    raise AssertionError
