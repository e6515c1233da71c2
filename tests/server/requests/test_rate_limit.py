"""Rate limits on uploads, decoding, purchases and registration (specification 11.11)."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import func, select
from starlette.types import Message, Scope

from server.domain.auth import sign_in_limits
from server.domain.goals.models import Goal
from server.domain.submissions import service as submissions
from server.domain.submissions.service import CLASS_MULTIPLIER, DECODING_UNIT
from server.media import DecoderTime, ImageRef
from server.requests.rate_limit import RateEvent
from server.settings import Settings
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.server.conftest import MakeTestApp

LIMITED = (429, "too_often")


def status_with_no_body_to_read(student_client: ApiClient) -> int:
    """Return the status of an upload whose body must not be read."""
    cookie = "; ".join(f"{name}={value}" for name, value in student_client.http.cookies.items()).encode()
    kind = (b"content-type", b"multipart/form-data; boundary=cut")
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/submissions/upload",
        "raw_path": b"/api/submissions/upload",
        "query_string": b"",
        "headers": [(b"host", student_client.http.base_url.netloc), (b"cookie", cookie), kind],
        "client": student_client.client_address,
        "server": ("192.168.1.20", 8080),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        pytest.fail("the body was asked for")

    async def send(message: Message) -> None:
        sent.append(message)

    student_client.portal.call(student_client.app, scope, receive, send)
    status: int = sent[0]["status"]
    return status


class TestUploads:
    LIMIT = 3

    @pytest.fixture
    def classroom(self, make_test_app: MakeTestApp) -> PreparedClassroom:
        return PreparedClassroom.create(make_test_app(upload_limit=self.LIMIT))

    def send_and_take_back(self, classroom: PreparedClassroom, goal: Goal) -> Response:
        sent = classroom.student_client.upload(goal, text="Look")
        if sent.status_code == 201:
            assert classroom.student_client.delete(f"/api/submissions/{sent.json()['id']}").status_code == 204
        return sent

    def test_repeated_uploads_and_withdrawals_reach_the_upload_limit(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        goal = classroom.test_app.goal(classroom.student)
        assert {self.send_and_take_back(classroom, goal).status_code for _ in range(self.LIMIT)} == {201}
        refused = self.send_and_take_back(classroom, goal)
        assert error(refused) == LIMITED
        assert refused.headers["retry-after"] == "300"
        assert refused.json()["error"] == "You have sent a lot in a short time. Please try again in 5 minutes."
        fake_clock.advance(minutes=5)
        assert self.send_and_take_back(classroom, goal).status_code == 201

    def test_uploads_that_are_no_image_count_toward_the_limit(self, classroom: PreparedClassroom) -> None:
        goal = classroom.test_app.goal(classroom.student)
        for _ in range(self.LIMIT):
            assert error(classroom.student_client.upload(goal, image=b"no picture")) == (415, "image_not_supported")
        assert error(classroom.student_client.upload(goal, image=photo_jpeg(30, 40))) == LIMITED

    @pytest.mark.spec("11.11")
    def test_an_upload_beyond_the_limit_is_429_before_its_body_is_read(self, classroom: PreparedClassroom) -> None:
        goal = classroom.test_app.goal(classroom.student)
        for _ in range(self.LIMIT):
            self.send_and_take_back(classroom, goal)
        assert status_with_no_body_to_read(classroom.student_client) == 429

    @pytest.mark.postgresql
    def test_of_six_concurrent_uploads_only_the_limit_of_three_is_accepted(self, classroom: PreparedClassroom) -> None:
        goals = [classroom.test_app.goal(classroom.student) for _ in range(6)]
        tabs = [classroom.test_app.client_for(classroom.student) for _ in goals]
        calls = zip(tabs, goals, strict=True)
        responses = run_concurrently(*(partial(tab.upload, goal, text="Look") for tab, goal in calls))
        assert sorted(response.status_code for response in responses) == [201] * 3 + [429] * 3

    @pytest.mark.spec("11.11")
    def test_the_upload_limit_of_a_class_does_not_affect_other_classes(self, classroom: PreparedClassroom) -> None:
        students = [classroom.test_app.student(classroom.row) for _ in range(CLASS_MULTIPLIER)]
        for student in students:
            browser = classroom.test_app.client_for(student)
            goal = classroom.test_app.goal(student)
            assert [browser.upload(goal, text=" ").status_code for _ in range(self.LIMIT)] == [422] * self.LIMIT
        own = classroom.student_client.upload(classroom.test_app.goal(classroom.student), text="Look")
        assert error(own) == LIMITED
        assert own.json()["error"].startswith("Your class has sent a lot")
        other = classroom.other_teachers_classroom()
        assert other.student_client.upload(classroom.test_app.goal(other.student), text="Look").status_code == 201

    def test_the_default_limits_allow_forty_students_ten_uploads_each_in_five_minutes(self) -> None:
        assert Settings().upload_limit >= 10
        assert Settings().upload_limit * CLASS_MULTIPLIER >= 40 * 10


class TestDecoding:
    def test_beyond_the_decoding_time_photos_are_429_and_texts_are_accepted(
        self, classroom: PreparedClassroom, fake_clock: FakeClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert DECODING_UNIT * submissions.DECODING_LIMIT.max_events == timedelta(seconds=30)
        monkeypatch.setattr(submissions, "DECODING_LIMIT", replace(submissions.DECODING_LIMIT, max_events=2))
        refused = classroom.student_client.upload(classroom.test_app.goal(classroom.student), image=b"no picture")
        assert error(refused) == (415, "image_not_supported")
        assert (
            classroom.student_client.upload(
                classroom.test_app.goal(classroom.student), image=photo_jpeg(30, 40)
            ).status_code
            == 201
        )
        goal = classroom.test_app.goal(classroom.student)
        response = classroom.student_client.upload(goal, image=photo_jpeg(30, 40))
        assert error(response) == LIMITED
        sentence = "Your photos have taken a lot of work in a short time. Please try again in 5 minutes."
        assert (response.json()["error"], response.headers["retry-after"]) == (sentence, "300")
        assert (
            classroom.student_client.upload(classroom.test_app.goal(classroom.student), text="Look").status_code == 201
        )
        classmate = classroom.test_app.student(classroom.row)
        classmate_response = classroom.test_app.client_for(classmate).upload(
            classroom.test_app.goal(classmate), image=photo_jpeg(30, 40)
        )
        assert classmate_response.status_code == 201
        fake_clock.advance(minutes=5)
        assert classroom.student_client.upload(goal, image=photo_jpeg(30, 40)).status_code == 201

    def test_a_photo_counts_by_the_time_its_decoding_takes(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clean_and_store = classroom.test_app.services.image_pool.clean_and_store

        async def take_three_and_a_half_units(*arguments: Any, decoder_time: DecoderTime, **options: Any) -> ImageRef:
            stored = await clean_and_store(*arguments, decoder_time=decoder_time, **options)
            decoder_time.seconds = 3.5 * DECODING_UNIT.total_seconds()
            return stored

        def units() -> int:
            with classroom.test_app.open_session() as db:
                return db.scalar(select(func.count()).where(RateEvent.kind == "decoding")) or 0

        monkeypatch.setattr(classroom.test_app.services.image_pool, "clean_and_store", take_three_and_a_half_units)
        goal = classroom.test_app.goal(classroom.student)
        assert classroom.student_client.upload(goal, image=photo_jpeg(30, 40)).status_code == 201
        assert units() == 4

    @pytest.mark.postgresql
    @pytest.mark.spec("11.11")
    def test_of_concurrent_photos_no_more_are_decoded_than_the_limit(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(submissions, "DECODING_LIMIT", replace(submissions.DECODING_LIMIT, max_events=1))
        goals = [classroom.test_app.goal(classroom.student) for _ in range(4)]
        tabs = [classroom.test_app.client_for(classroom.student) for _ in goals]
        calls = zip(tabs, goals, strict=True)
        responses = run_concurrently(*(partial(tab.upload, goal, image=photo_jpeg(30, 40)) for tab, goal in calls))
        assert sorted(response.status_code for response in responses) == [201, 429, 429, 429]


class TestPurchases:
    @pytest.mark.spec("11.11")
    def test_a_purchase_beyond_the_limit_is_429_and_costs_nothing(
        self, make_test_app: MakeTestApp, fake_clock: FakeClock
    ) -> None:
        classroom = PreparedClassroom.create(make_test_app(purchase_limit=2))
        classroom.test_app.award(classroom.student, 100)
        order = {"itemId": classroom.test_app.store_item(classroom.row, goalbucks_cost=5).id}
        assert [classroom.student_client.post("/api/purchases", order).status_code for _ in range(2)] == [201, 201]
        refused = classroom.student_client.post("/api/purchases", order)
        assert error(refused) == LIMITED
        assert refused.json()["error"] == "You have bought a lot in a short time. Please try again in 5 minutes."
        assert classroom.own_balance()["balance"] == 90
        fake_clock.advance(minutes=5)
        assert classroom.student_client.post("/api/purchases", order).status_code == 201

    def test_refused_purchases_do_not_count(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(purchase_limit=2))
        order = {"itemId": classroom.test_app.store_item(classroom.row, goalbucks_cost=5).id}
        for _ in range(4):
            assert error(classroom.student_client.post("/api/purchases", order)) == (409, "not_enough_goalbucks")


class TestRegistration:
    def register(self, browser: ApiClient, number: int) -> Response:
        body = {"name": "New Teacher", "email": f"new{number}@school.test", "password": PASSWORD}
        return browser.post("/api/auth/register-teacher", body)

    @pytest.mark.spec("11.11")
    def test_the_limit_of_registrations_from_all_addresses_is_50(
        self, test_app: RunningApp, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        limit = sign_in_limits.TOTAL_REGISTRATION_LIMIT
        assert limit.max_events == 50
        monkeypatch.setattr(sign_in_limits, "TOTAL_REGISTRATION_LIMIT", replace(limit, max_events=2))
        for number in range(2):
            browser = test_app.client(client_address=(f"127.0.0.{number + 1}", 50000))
            assert self.register(browser, 0).status_code == (409 if number else 201)
        refused = self.register(test_app.client(client_address=("127.0.0.99", 50000)), 1)
        assert error(refused) == LIMITED
        assert "on this class computer" in refused.json()["error"]
