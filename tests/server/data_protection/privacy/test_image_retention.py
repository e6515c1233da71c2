"""Photo retention: photos of reviewed submissions are removed after the configured time (docs/privacy.md)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from server.data_protection.privacy import image_retention
from server.domain.goals.models import Goal
from server.media import ImageStorageError
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.full_history import PHOTO
from tests.factories.snapshots import list_image_files


def submit_photo(classroom: PreparedClassroom, goal: Goal) -> str:
    response = classroom.student_client.upload(goal, image=PHOTO, text="See my picture")
    assert response.status_code == 201
    submission_id: str = response.json()["id"]
    return submission_id


def submit_and_review(classroom: PreparedClassroom, name: str = "Read", verdict: str = "approved") -> str:
    submission_id = submit_photo(classroom, classroom.test_app.goal(classroom.student, name))
    body = {"status": verdict, "comment": "Well done"}
    assert classroom.teacher_client.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200
    return submission_id


def set_retention(classroom: PreparedClassroom, days: int | None) -> dict[str, Any]:
    response = classroom.teacher_client.put("/api/settings", {"imageRetentionDays": days})
    assert response.status_code == 200
    settings: dict[str, Any] = response.json()
    return settings


def run_retention_job(classroom: PreparedClassroom, *, by_hand: bool = False) -> int:
    here = classroom.test_app.services.retention
    removed: int = classroom.test_app.portal.call(partial(here.remove_due, requested=by_hand))
    return removed


def list_submissions(classroom: PreparedClassroom) -> Sequence[dict[str, Any]]:
    rows: list[dict[str, Any]] = classroom.teacher_client.get(f"/api/submissions/student/{classroom.student.id}").json()
    return rows


def preview_count(classroom: PreparedClassroom, days: int) -> int:
    images: int = classroom.teacher_client.get(f"/api/settings/image-retention?days={days}").json()["images"]
    return images


@pytest.fixture(autouse=True)
def _no_change_notifications(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable change notifications to other processes, which would arrive after these tests have advanced the clock.

    Several processes are tested in tests/school.
    """

    async def ignore() -> None:
        pass

    if test_app.services.notify_bus is not None:
        monkeypatch.setattr(test_app.services.notify_bus, "_on_refresh", ignore)


@pytest.fixture
def aged_classroom(classroom: PreparedClassroom, fake_clock: FakeClock) -> PreparedClassroom:
    """A classroom 100 days after two photos were reviewed and one submitted, with reviews on four days since then."""
    for verdict in ("approved", "denied"):
        submit_and_review(classroom, verdict, verdict)
    submit_photo(classroom, classroom.test_app.goal(classroom.student, "Waits"))
    fake_clock.advance(days=100)
    for day in range(4):
        signed_in = replace(
            classroom,
            teacher_client=classroom.test_app.client_for(classroom.teacher),
            student_client=classroom.test_app.client_for(classroom.student),
        )
        submit_and_review(signed_in, f"Day {day}")
        fake_clock.advance(days=1)
    return replace(
        classroom,
        teacher_client=classroom.test_app.client_for(classroom.teacher),
        student_client=classroom.test_app.client_for(classroom.student),
    )


@pytest.mark.spec("15.12")
def test_by_default_photos_are_kept_with_their_submissions(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    submit_and_review(classroom)
    fake_clock.advance(days=5000)
    assert run_retention_job(classroom) == 0
    assert len(list_image_files(classroom.test_app)) == 2


@pytest.mark.postgresql
@pytest.mark.spec("15.12")
def test_submission_reviewed_before_the_limit_loses_only_its_photo(
    aged_classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    balance = aged_classroom.balance()
    before = {row["id"]: row for row in list_submissions(aged_classroom)}
    set_retention(aged_classroom, 90)
    run_retention_job(aged_classroom)
    changed = {row["id"]: row for row in list_submissions(aged_classroom) if row != before[row["id"]]}
    assert sorted(row["status"] for row in changed.values()) == ["approved", "denied"]
    now = fake_clock.now.isoformat().replace("+00:00", "Z")
    for submission_id, row in changed.items():
        assert row == before[submission_id] | {"imageUrl": None, "imageRemovedAt": now}
        assert aged_classroom.teacher_client.get(f"/api/submissions/{submission_id}/image").status_code == 404
    assert len(list_image_files(aged_classroom.test_app)) == 2 * (len(before) - len(changed))
    assert aged_classroom.balance() == balance


@pytest.mark.spec("15.12")
def test_pending_submission_keeps_its_photo_regardless_of_age(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    submit_photo(classroom, classroom.test_app.goal(classroom.student))
    fake_clock.advance(days=4000)
    aged_classroom = replace(classroom, teacher_client=classroom.test_app.client_for(classroom.teacher))
    set_retention(aged_classroom, 30)
    assert run_retention_job(aged_classroom, by_hand=True) == 0
    assert len(list_image_files(classroom.test_app)) == 2


@pytest.mark.postgresql
def test_preview_counts_the_photos_to_be_removed(aged_classroom: PreparedClassroom) -> None:
    assert [preview_count(aged_classroom, days) for days in (365, 90, 30)] == [0, 2, 2]
    set_retention(aged_classroom, 90)
    run_retention_job(aged_classroom)
    assert preview_count(aged_classroom, 90) == 0


@pytest.mark.postgresql
def test_enabling_retention_removes_the_previewed_photos_at_once(aged_classroom: PreparedClassroom) -> None:
    assert set_retention(aged_classroom, 90)["imageRetentionDays"] == 90
    events = aged_classroom.test_app.portal
    while preview_count(aged_classroom, 90):
        events.call(asyncio.sleep, 0)
    assert len([row for row in list_submissions(aged_classroom) if row["imageRemovedAt"]]) == 2


@pytest.mark.postgresql
def test_clock_a_year_ahead_removes_no_photo_before_three_days_with_reviews(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    submit_and_review(classroom)
    set_retention(classroom, 90)
    fake_clock.advance(days=365)
    for day in range(3):
        there = replace(
            classroom,
            teacher_client=classroom.test_app.client_for(classroom.teacher),
            student_client=classroom.test_app.client_for(classroom.student),
        )
        assert run_retention_job(classroom) == 0
        submit_and_review(there, f"Day {day}")
        fake_clock.advance(days=1)
    assert run_retention_job(classroom) == 1


@pytest.mark.postgresql
def test_unreachable_media_store_keeps_image_references(
    aged_classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unmounted() -> None:
        raise ImageStorageError

    monkeypatch.setattr(aged_classroom.test_app.services.media, "require_reachable", unmounted)
    aged_classroom.test_app.services.computer.set_preferences(
        replace(aged_classroom.test_app.services.computer.preferences, image_retention_days=9)
    )
    with pytest.raises(ImageStorageError):
        run_retention_job(aged_classroom, by_hand=True)
    assert preview_count(aged_classroom, 90) == 2
    assert not [row for row in list_submissions(aged_classroom) if row["imageRemovedAt"]]


def test_review_can_be_undone_after_its_photo_was_removed(aged_classroom: PreparedClassroom) -> None:
    set_retention(aged_classroom, 90)
    run_retention_job(aged_classroom)
    approved = next(
        row for row in list_submissions(aged_classroom) if row["imageRemovedAt"] and row["status"] == "approved"
    )
    body = aged_classroom.teacher_client.post(f"/api/submissions/{approved['id']}/undo-review").json()
    assert (body["status"], body["imageUrl"]) == ("pending", None)
    assert body["imageRemovedAt"] == approved["imageRemovedAt"]
    again = aged_classroom.teacher_client.patch(f"/api/submissions/{approved['id']}/review", {"status": "approved"})
    assert again.json()["imageRemovedAt"] == approved["imageRemovedAt"]


@pytest.mark.postgresql
def test_many_photos_are_removed_in_short_transactions(
    classroom: PreparedClassroom, fake_clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        submit_and_review(classroom, f"Goal {number}")
    fake_clock.advance(days=40)
    there = replace(classroom, teacher_client=classroom.test_app.client_for(classroom.teacher))
    set_retention(there, 30)
    monkeypatch.setattr(image_retention, "BATCH_SIZE", 2)
    run_retention_job(there, by_hand=True)
    assert list_image_files(classroom.test_app) == []


def test_disabling_retention_keeps_the_remaining_photos(aged_classroom: PreparedClassroom) -> None:
    set_retention(aged_classroom, 3650)
    assert set_retention(aged_classroom, None)["imageRetentionDays"] is None
    assert aged_classroom.teacher_client.get("/api/settings").json()["imageRetentionDays"] is None
    assert aged_classroom.teacher_client.put("/api/settings", {"keepAwake": False}).json()["imageRetentionDays"] is None


def test_changing_another_setting_keeps_the_retention_period(classroom: PreparedClassroom) -> None:
    set_retention(classroom, 365)
    assert classroom.teacher_client.put("/api/settings", {"keepAwake": False}).json()["imageRetentionDays"] == 365


@pytest.mark.spec("15.12")
@pytest.mark.parametrize("wrong", [29, 3651, 0, -1, "90", 90.5, True])
def test_retention_period_is_between_a_month_and_ten_years(
    read_only_classroom: PreparedClassroom, wrong: object
) -> None:
    response = read_only_classroom.teacher_client.put("/api/settings", {"imageRetentionDays": wrong})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"imageRetentionDays"}
    assert read_only_classroom.teacher_client.get(f"/api/settings/image-retention?days={wrong}x").status_code == 422
