"""`goalbucks move-to` with a class that saves, gives and is taught by several (specification 25, 26.8, 27)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Response

from launcher.__main__ import main
from server.app import create_app
from server.settings import Settings
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.invariants import assert_invariants
from tests.factories.shared_class import SharedClass, create_shared_class, read_log, read_shared_class
from tests.school.move_to import MoveTo, bucket, move_to

__all__ = ["bucket", "move_to"]


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[RunningApp]:
    """A class computer."""
    with RunningApp.run(create_app(Settings(data_dir=tmp_path / "laptop", ui_dir=Path("no-ui")))) as test_app:
        yield test_app


@pytest.mark.spec("26.8", "25.1", "25.3", "10.14", "27.4")
def test_a_shared_class_goes_on_at_the_school_as_it_was(
    laptop: RunningApp, move_to: MoveTo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = create_shared_class(laptop)
    before, log = read_shared_class(shared, laptop), read_log(shared, laptop)
    teachers = {("teacher", name) for name in ("Elena Rivera", "Marcus Hill", "Priya Raman")}
    assert {(role, name) for _, role, name in log} == teachers | {("substitute", "Dana Cho")}
    output = move_to(laptop.data_folder, more=("--skip", shared.priya.email))
    assert "CO-TEACHER STAYS: Priya Raman doesn't come along" in output
    data_dir = tmp_path / "school"
    settings = Settings(
        data_dir=data_dir, ui_dir=Path("no-ui"), school=True, database_url=move_to.url, media_url=move_to.media
    )
    with RunningApp.run(create_app(settings)) as school:
        assert read_shared_class(shared, school) == before
        assert read_log(shared, school) == log
        _require_members(shared, school)
        _go_on(shared, school)
        with school.transactions.reading() as db:
            assert_invariants(db)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GOALBUCKS_SCHOOL", "1")
        environment.setenv("GOALBUCKS_DATABASE_URL", move_to.url)
        environment.setenv("GOALBUCKS_MEDIA_URL", move_to.media)
        assert main(["check", "--data-dir", str(data_dir)]) == 0, capsys.readouterr().err


def _buy(student: ApiClient, item_id: str) -> Response:
    return student.post("/api/purchases", {"itemId": item_id})


def _require_members(shared: SharedClass, school: RunningApp) -> None:
    path = f"/api/classrooms/{shared.classroom.row.id}/members"
    marcus = school.client_for(shared.marcus)
    names = [each["name"] for each in marcus.get(path).json()]
    assert names == ["Elena Rivera", "Marcus Hill"]


def _go_on(shared: SharedClass, school: RunningApp) -> None:
    """Limits count what was bought before, and gifts can still be taken back."""
    amara, ben = (school.client_for(student) for student in (shared.classroom.student, shared.ben))
    assert error(_buy(amara, shared.lunch.id)) == (409, "item_limit_reached")
    assert _buy(ben, shared.lunch.id).status_code == 201
    assert _buy(ben, shared.sticker.id).status_code == 201
    assert error(_buy(ben, shared.sticker.id)) == (409, "item_limit_reached")
    gifts = f"/api/class-goals/{shared.open_goal.id}/gifts"
    assert ben.delete(gifts).status_code == 204
    assert amara.post(gifts, {"amount": 1}).json() == {"given": 16, "ownGift": 16}
