"""Signing in with pictures over HTTP, and attacks on it (specification 18.1 to 18.4)."""

import io
import zipfile
from collections.abc import Sequence
from functools import partial

import pytest
from httpx2 import Response

from server.domain.pictures.models import PictureFailure
from server.domain.pictures.service import MAX_FAILURES_A_DAY
from server.domain.students.models import Student
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp

NO_PICTURES = (401, "no_picture_sign_in")
WRONG = (401, "wrong_pictures")
LOCKED = (429, "pictures_locked")
STOPPED = (429, "pictures_stopped")
WRONG_SEQUENCE = ["cat", "cat", "cat"]
DEVICE = "192.168.1.77"


@pytest.fixture
def picture_class(classroom: PreparedClassroom) -> PreparedClassroom:
    """A class that signs in with pictures."""
    classroom.test_app.switch_pictures(classroom.row)
    return classroom


def names(browser: ApiClient, code: str) -> Response:
    return browser.post("/api/auth/pictures/names", {"classCode": code})


def attempt(
    classroom: PreparedClassroom,
    browser: ApiClient | None = None,
    pictures: Sequence[str] | None = None,
    student: Student | None = None,
) -> Response:
    """Try pictures, by default the right ones."""
    who = student or classroom.student
    chosen = list(pictures or classroom.test_app.pictures_of(who))
    body = {"classCode": classroom.row.class_code, "studentId": who.id, "pictures": chosen}
    return (browser or classroom.test_app.lan_client()).post("/api/auth/pictures", body)


def fail(classroom: PreparedClassroom, times: int, browser: ApiClient | None = None) -> list[tuple[int, str]]:
    """Try wrong pictures; returns the errors."""
    return [error(attempt(classroom, browser, WRONG_SEQUENCE)) for _ in range(times)]


def fail_everywhere(classroom: PreparedClassroom, times: int = MAX_FAILURES_A_DAY) -> None:
    """Record wrong tries from `10.0.0.0`, `10.0.0.1` and so on, five from each, by default up to the day's limit."""
    failures = [
        PictureFailure(student_id=classroom.student.id, address=f"10.0.0.{number // 5}") for number in range(times)
    ]
    with classroom.test_app.transactions.writing() as db:
        db.add_all(failures)


@pytest.mark.spec("18.2")
def test_the_list_of_names_has_only_ids_and_labels(picture_class: PreparedClassroom) -> None:
    diego = picture_class.test_app.student(picture_class.row, "Diego", "Ruiz")
    response = names(picture_class.test_app.lan_client(), f" {picture_class.row.class_code.lower()} ")
    assert response.json() == [
        {"studentId": picture_class.student.id, "label": "Amara"},
        {"studentId": diego.id, "label": "Diego"},
    ]


@pytest.mark.spec("18.2")
def test_the_right_pictures_sign_in(picture_class: PreparedClassroom) -> None:
    browser = picture_class.test_app.lan_client()
    response = attempt(picture_class, browser)
    assert response.status_code == 200
    assert response.json()["user"]["id"] == picture_class.student.id
    assert browser.get("/api/auth/session").json()["user"]["role"] == "student"


@pytest.mark.spec("18.2")
def test_pictures_in_another_order_are_wrong(picture_class: PreparedClassroom) -> None:
    right = picture_class.test_app.pictures_of(picture_class.student)
    assert error(attempt(picture_class, pictures=right[::-1])) == WRONG


@pytest.mark.parametrize("body", [["cat", "sun"], ["cat", "sun", "car", "moon"], ["cat", "sun", "dog"], [], None])
def test_a_try_without_exactly_three_existing_pictures_is_refused_and_not_counted(
    picture_class: PreparedClassroom, body: object
) -> None:
    fields = {"classCode": picture_class.row.class_code, "studentId": picture_class.student.id, "pictures": body}
    with assert_unchanged(picture_class.test_app):
        assert error(picture_class.test_app.lan_client().post("/api/auth/pictures", fields)) == (422, "invalid")


class TestClassCode:
    @pytest.mark.spec("18.2")
    def test_an_unknown_class_and_one_without_pictures_get_the_same_response(
        self, classroom: PreparedClassroom
    ) -> None:
        browser = classroom.test_app.lan_client()
        unknown, off = (names(browser, code) for code in ("ZZZZZZ", classroom.row.class_code))
        assert error(off) == error(unknown) == NO_PICTURES
        assert off.json() == unknown.json()
        assert error(attempt(classroom, browser, ["cat", "sun", "car"])) == NO_PICTURES

    @pytest.mark.spec("18.2")
    def test_switching_picture_sign_in_off_is_effective_at_once(self, picture_class: PreparedClassroom) -> None:
        browser = picture_class.test_app.lan_client()
        assert names(browser, picture_class.row.class_code).status_code == 200
        picture_class.test_app.switch_pictures(picture_class.row, on=False)
        assert error(names(browser, picture_class.row.class_code)) == NO_PICTURES
        assert error(attempt(picture_class, browser)) == NO_PICTURES

    def test_unknown_class_codes_are_limited_by_address_except_for_known_browsers(
        self, make_test_app: MakeTestApp
    ) -> None:
        classroom = PreparedClassroom.create(make_test_app(address_failure_limit=10))
        classroom.test_app.switch_pictures(classroom.row)
        known = classroom.test_app.lan_client()
        assert attempt(classroom, known).status_code == 200
        guesser = classroom.test_app.lan_client()
        assert {error(names(guesser, f"ZZZZZ{number}")) for number in "2345"} == {NO_PICTURES}
        limited = (429, "too_often")
        assert error(names(guesser, "ZZZZZ6")) == limited
        assert error(names(guesser, classroom.row.class_code)) == limited
        assert error(attempt(classroom, guesser)) == limited
        assert names(classroom.test_app.lan_client("192.168.1.78"), classroom.row.class_code).status_code == 200
        # The browser of a student at the same address.
        assert names(known, classroom.row.class_code).status_code == 200
        assert attempt(classroom, known).status_code == 200

    def test_a_student_of_another_class_is_not_signed_in(self, picture_class: PreparedClassroom) -> None:
        other = picture_class.other_classroom()
        picture_class.test_app.switch_pictures(other.row)
        chosen = picture_class.test_app.pictures_of(other.student)
        with assert_unchanged(picture_class.test_app):
            assert error(attempt(picture_class, pictures=chosen, student=other.student)) == WRONG

    def test_a_school_server_has_no_picture_sign_in(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(school=True))
        classroom.test_app.switch_pictures(classroom.row)
        not_found = (404, "not_found")
        browser = classroom.test_app.lan_client()
        assert error(names(browser, classroom.row.class_code)) == not_found
        assert error(attempt(classroom)) == not_found
        teacher = classroom.teacher_client
        path = f"/api/classrooms/{classroom.row.id}/pictures"
        assert error(teacher.get(path)) == not_found
        assert error(teacher.put(path, {"on": True})) == not_found
        assert error(teacher.post(f"{path}/renew", {"studentIds": [classroom.student.id]})) == not_found
        chosen = {"pictures": ["cat", "sun", "car"]}
        assert error(teacher.put(f"/api/students/{classroom.student.id}/pictures", chosen)) == not_found
        assert browser.get("/api/auth/config").json()["pictures"] is False


class TestLocking:
    @pytest.mark.spec("18.3")
    def test_the_fifth_wrong_try_locks_the_pictures_for_the_address_for_five_minutes(
        self, picture_class: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        assert fail(picture_class, 5) == [WRONG] * 4 + [LOCKED]
        refused = attempt(picture_class)
        assert error(refused) == LOCKED
        assert refused.headers["retry-after"] == "300"
        assert attempt(picture_class, picture_class.test_app.lan_client("192.168.1.78")).status_code == 200
        fake_clock.advance(minutes=5)
        assert attempt(picture_class).status_code == 200

    @pytest.mark.spec("18.3", "18.4")
    def test_a_student_locked_by_classmates_can_still_use_the_password_and_a_known_browser(
        self, picture_class: PreparedClassroom
    ) -> None:
        own = picture_class.test_app.lan_client()
        assert picture_class.sign_in_student(own).status_code == 200
        fail_everywhere(picture_class)
        assert error(attempt(picture_class, picture_class.test_app.lan_client("10.0.0.1"))) == LOCKED
        assert attempt(picture_class, own).status_code == 200
        assert picture_class.sign_in_student(picture_class.test_app.lan_client()).status_code == 200
        assert picture_class.sign_in_student(picture_class.test_app.lan_client("10.0.0.0")).status_code == 200

    @pytest.mark.spec("18.3", "18.4")
    def test_a_device_that_guesses_at_all_students_is_stopped_and_a_classmates_device_is_not(
        self, picture_class: PreparedClassroom
    ) -> None:
        guesser, guessed = picture_class.test_app.lan_client(DEVICE), []
        for number in range(13):
            student = picture_class.test_app.student(picture_class.row, f"Student {number}")
            guessed += [PictureFailure(student_id=student.id, address=DEVICE) for _ in range(4)]
        with picture_class.test_app.transactions.writing() as db:
            db.add_all(guessed[:49])
        assert fail(picture_class, 2, guesser) == [STOPPED] * 2
        assert error(attempt(picture_class, guesser)) == STOPPED
        assert attempt(picture_class, picture_class.test_app.lan_client("192.168.1.78")).status_code == 200
        assert picture_class.sign_in_student(picture_class.test_app.lan_client(DEVICE)).status_code == 200

    @pytest.mark.postgresql
    def test_concurrent_tries_do_not_exceed_the_limit(self, picture_class: PreparedClassroom) -> None:
        browsers = [picture_class.test_app.lan_client() for _ in range(8)]
        responses = run_concurrently(
            *(partial(attempt, picture_class, browser, WRONG_SEQUENCE) for browser in browsers)
        )
        assert sorted(map(error, responses)) == [WRONG] * 4 + [LOCKED] * 4
        assert count_rows(picture_class.test_app, "picture_failures") == 5

    def test_wrong_pictures_are_recorded_in_the_activity_log_but_not_as_failed_passwords(
        self, picture_class: PreparedClassroom
    ) -> None:
        fail(picture_class, 3)
        (event,) = picture_class.teacher_client.get("/api/activity?kind=pictures_failed").json()
        assert (event["studentName"], event["count"]) == ("Amara Okafor", 3)
        assert count_rows(picture_class.test_app, "sign_in_failures") == 0


class TestTeacher:
    @pytest.mark.spec("18.1")
    def test_switching_picture_sign_in_on_gives_every_student_pictures(self, classroom: PreparedClassroom) -> None:
        path = f"/api/classrooms/{classroom.row.id}/pictures"
        config = classroom.test_app.lan_client()
        assert classroom.teacher_client.get(path).json()["on"] is False
        assert config.get("/api/auth/config").json()["pictures"] is False
        seen = classroom.teacher_client.put(path, {"on": True}).json()
        assert seen == {
            "on": True,
            "stoppedDevices": 0,
            "students": [
                {
                    "studentId": classroom.student.id,
                    "firstName": "Amara",
                    "lastName": "Okafor",
                    "pictures": classroom.test_app.pictures_of(classroom.student),
                    "lockedAfter": None,
                }
            ],
        }
        assert classroom.teacher_client.get(path).json() == seen
        assert config.get("/api/auth/config").json()["pictures"] is True

    @pytest.mark.spec("18.1")
    def test_new_pictures_replace_the_old_ones_until_they_are_given_again(
        self, picture_class: PreparedClassroom
    ) -> None:
        old = picture_class.test_app.pictures_of(picture_class.student)
        body = {"studentIds": [picture_class.student.id]}
        path = f"/api/classrooms/{picture_class.row.id}/pictures/renew"
        (seen,) = picture_class.teacher_client.post(path, body).json()["students"]
        assert seen["pictures"] == picture_class.test_app.pictures_of(picture_class.student) != old
        assert error(attempt(picture_class, pictures=old)) == WRONG
        own = f"/api/students/{picture_class.student.id}/pictures"
        assert picture_class.teacher_client.put(own, {"pictures": old}).status_code == 204
        assert attempt(picture_class, pictures=old).status_code == 200

    @pytest.mark.spec("18.1")
    def test_a_student_without_pictures_is_not_among_the_names(self, picture_class: PreparedClassroom) -> None:
        own = f"/api/students/{picture_class.student.id}/pictures"
        assert picture_class.teacher_client.put(own, {"pictures": None}).status_code == 204
        assert names(picture_class.test_app.lan_client(), picture_class.row.class_code).json() == []
        assert error(attempt(picture_class, pictures=["cat", "sun", "car"])) == WRONG

    def test_an_export_has_no_pictures(self, picture_class: PreparedClassroom) -> None:
        sequence = picture_class.test_app.pictures_of(picture_class.student)
        for path in (f"/api/students/{picture_class.student.id}", f"/api/teachers/{picture_class.teacher.id}"):
            export = picture_class.teacher_client.get(f"{path}/export").content
            with zipfile.ZipFile(io.BytesIO(export)) as files:
                text = "".join(files.read(name).decode() for name in files.namelist())
            assert picture_class.student.username in text
            assert not any(picture in text for picture in (",".join(sequence), *(f'"{each}"' for each in sequence)))
