"""Photos of reviewed submissions go when they are as old as a teacher has said (docs/privacy.md)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from server.data_protection.privacy import retention
from server.domain.goals.models import Goal
from server.media import ImageStorageError
from tests.factories.lived_in import PHOTO
from tests.factories.room import Room
from tests.factories.stored import image_files
from tests.factories.world import World, error
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def sent(room: Room, goal: Goal) -> str:
    answer = room.tablet.upload(goal, image=PHOTO, text="See my picture")
    assert answer.status_code == 201
    submission_id: str = answer.json()["id"]
    return submission_id


def reviewed(room: Room, name: str = "Read", verdict: str = "approved") -> str:
    submission_id = sent(room, room.world.goal(room.student, name))
    body = {"status": verdict, "comment": "Well done"}
    assert room.desk.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200
    return submission_id


def keep_for(room: Room, days: int | None) -> dict[str, Any]:
    answer = room.desk.put("/api/settings", {"imageRetentionDays": days})
    assert answer.status_code == 200
    settings: dict[str, Any] = answer.json()
    return settings


def chore(room: Room, *, by_hand: bool = False) -> int:
    here = room.world.services.retention
    removed: int = room.world.app.state.portal.call(partial(here.remove_due, requested=by_hand))
    return removed


def submissions_of(room: Room) -> Sequence[dict[str, Any]]:
    rows: list[dict[str, Any]] = room.desk.get(f"/api/submissions/student/{room.student.id}").json()
    return rows


def count(room: Room, days: int) -> int:
    images: int = room.desk.get(f"/api/settings/image-retention?days={days}").json()["images"]
    return images


@pytest.fixture(autouse=True)
def _heard_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the call that switches it on. The news of that to other processes come a moment later, when these tests have
    moved the clock; tests/school has several processes."""

    async def hear_nothing() -> None:
        pass

    if world.services.notify_bus is not None:
        monkeypatch.setattr(world.services.notify_bus, "_on_refresh", hear_nothing)


@pytest.fixture
def later(room: Room, hands: Hands) -> Room:
    """100 days after two photos were reviewed and one was sent; since then there were reviews on four days."""
    for verdict in ("approved", "denied"):
        reviewed(room, verdict, verdict)
    sent(room, room.world.goal(room.student, "Waits"))
    hands.move(days=100)
    for day in range(4):
        signed_in = replace(room, desk=room.world.signed_in(room.teacher), tablet=room.world.signed_in(room.student))
        reviewed(signed_in, f"Day {day}")
        hands.move(days=1)
    return replace(room, desk=room.world.signed_in(room.teacher), tablet=room.world.signed_in(room.student))


@pytest.mark.spec("15.12")
def test_by_default_photos_are_kept_with_their_submissions(room: Room, hands: Hands) -> None:
    reviewed(room)
    hands.move(days=5000)
    assert chore(room) == 0
    assert len(image_files(room.world)) == 2


@pytest.mark.spec("15.12")
def test_submission_reviewed_before_the_limit_loses_only_its_photo(later: Room, hands: Hands) -> None:
    balance = later.desk.get(f"/api/students/{later.student.id}/goalbucks").json()
    before = {row["id"]: row for row in submissions_of(later)}
    keep_for(later, 90)
    chore(later)
    changed = {row["id"]: row for row in submissions_of(later) if row != before[row["id"]]}
    assert sorted(row["status"] for row in changed.values()) == ["approved", "denied"]
    now = hands.now.isoformat().replace("+00:00", "Z")
    for submission_id, row in changed.items():
        assert row == before[submission_id] | {"imageUrl": None, "imageRemovedAt": now}
        assert later.desk.get(f"/api/submissions/{submission_id}/image").status_code == 404
    assert len(image_files(later.world)) == 2 * (len(before) - len(changed))
    assert later.desk.get(f"/api/students/{later.student.id}/goalbucks").json() == balance


@pytest.mark.spec("15.12")
def test_pending_submission_keeps_its_photo_regardless_of_age(room: Room, hands: Hands) -> None:
    sent(room, room.world.goal(room.student))
    hands.move(days=4000)
    later = replace(room, desk=room.world.signed_in(room.teacher))
    keep_for(later, 30)
    assert chore(later, by_hand=True) == 0
    assert len(image_files(room.world)) == 2


def test_preview_counts_the_photos_to_be_removed(later: Room) -> None:
    assert [count(later, days) for days in (365, 90, 30)] == [0, 2, 2]
    keep_for(later, 90)
    chore(later)
    assert count(later, 90) == 0


def test_enabling_retention_removes_the_previewed_photos_at_once(later: Room) -> None:
    assert keep_for(later, 90)["imageRetentionDays"] == 90
    events = later.world.app.state.portal
    while count(later, 90):
        events.call(asyncio.sleep, 0)
    assert len([row for row in submissions_of(later) if row["imageRemovedAt"]]) == 2


def test_clock_a_year_ahead_removes_no_photo_before_three_days_with_reviews(room: Room, hands: Hands) -> None:
    reviewed(room)
    keep_for(room, 90)
    hands.move(days=365)
    for day in range(3):
        there = replace(room, desk=room.world.signed_in(room.teacher), tablet=room.world.signed_in(room.student))
        assert chore(room) == 0
        reviewed(there, f"Day {day}")
        hands.move(days=1)
    assert chore(room) == 1


def test_unreachable_media_store_keeps_image_references(later: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def unmounted() -> None:
        raise ImageStorageError

    monkeypatch.setattr(later.world.services.media, "require_reachable", unmounted)
    later.world.services.computer.set_preferences(
        replace(later.world.services.computer.preferences, image_retention_days=9)
    )
    with pytest.raises(ImageStorageError):
        chore(later, by_hand=True)
    assert count(later, 90) == 2
    assert not [row for row in submissions_of(later) if row["imageRemovedAt"]]


def test_review_can_be_undone_after_its_photo_was_removed(later: Room) -> None:
    keep_for(later, 90)
    chore(later)
    approved = next(row for row in submissions_of(later) if row["imageRemovedAt"] and row["status"] == "approved")
    answer = later.desk.post(f"/api/submissions/{approved['id']}/undo-review").json()
    assert (answer["status"], answer["imageUrl"]) == ("pending", None)
    assert answer["imageRemovedAt"] == approved["imageRemovedAt"]
    again = later.desk.patch(f"/api/submissions/{approved['id']}/review", {"status": "approved"})
    assert again.json()["imageRemovedAt"] == approved["imageRemovedAt"]


def test_many_photos_are_removed_in_short_transactions(
    room: Room, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        reviewed(room, f"Goal {number}")
    hands.move(days=40)
    there = replace(room, desk=room.world.signed_in(room.teacher))
    keep_for(there, 30)
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    chore(there, by_hand=True)
    assert image_files(room.world) == []


def test_disabling_retention_keeps_the_remaining_photos(later: Room) -> None:
    keep_for(later, 3650)
    assert keep_for(later, None)["imageRetentionDays"] is None
    assert later.desk.get("/api/settings").json()["imageRetentionDays"] is None
    assert later.desk.put("/api/settings", {"keepAwake": False}).json()["imageRetentionDays"] is None


def test_changing_another_setting_keeps_the_retention_period(room: Room) -> None:
    keep_for(room, 365)
    assert room.desk.put("/api/settings", {"keepAwake": False}).json()["imageRetentionDays"] == 365


@pytest.mark.spec("15.12")
@pytest.mark.parametrize("wrong", [29, 3651, 0, -1, "90", 90.5, True])
def test_retention_period_is_between_a_month_and_ten_years(untouched: Room, wrong: object) -> None:
    answer = untouched.desk.put("/api/settings", {"imageRetentionDays": wrong})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"imageRetentionDays"}
    assert untouched.desk.get(f"/api/settings/image-retention?days={wrong}x").status_code == 422
