"""Opening, using and removing the sample class (specification 21)."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.data_protection.backups.integrity import ledger_problems
from server.domain.sample_class import timeline
from server.domain.students import service as students
from server.domain.teachers.models import SAMPLE_EMAIL
from server.media import ImageStorageError
from server.security.sessions import open_sessions_of_teacher
from server.texts.language import Language
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import list_image_files, take_snapshot
from tests.server.conftest import MakeTestApp

IMAGE_FILES = 2 * timeline.PHOTO_COUNT
REFUSED = (409, "sample_class")


def open_sample(browser: ApiClient, language: Language = "en") -> Response:
    return browser.post("/api/sample-class", {"language": language})


@pytest.fixture
def sample_client(test_app: RunningApp) -> ApiClient:
    """A browser that is signed in as the teacher of the sample class."""
    browser = test_app.anonymous_client()
    assert open_sample(browser).status_code == 200
    return browser


def sample_classroom(sample_client: ApiClient) -> dict[str, Any]:
    (classroom,) = sample_client.get("/api/classrooms").json()
    found: dict[str, Any] = classroom
    return found


def sign_in_student(browser: ApiClient, code: str, username: str = "amara.o") -> Response:
    return browser.post("/api/auth/student", {"username": username, "password": code, "classCode": code})


@pytest.mark.spec("21.1")
@pytest.mark.parametrize(
    ("language", "name"), [("en", "Sample Class"), ("es", "Clase de muestra")], ids=["English", "Spanish"]
)
def test_it_is_made_in_the_language_of_the_page(test_app: RunningApp, language: Language, name: str) -> None:
    browser = test_app.anonymous_client()
    response = open_sample(browser, language)
    assert response.status_code == 200
    assert response.json()["user"]["isSample"] is True
    assert response.json() == {"user": browser.get("/api/auth/session").json()["user"]}
    classroom = sample_classroom(browser)
    assert classroom["name"] == name
    assert len(browser.get(f"/api/classrooms/{classroom['id']}/students").json()) == 12
    with test_app.open_session() as db:
        assert ledger_problems(db) == []


@pytest.mark.spec("21.1")
def test_a_second_press_signs_in_to_the_same_class(test_app: RunningApp, sample_client: ApiClient) -> None:
    made, files = sample_classroom(sample_client), list_image_files(test_app)
    assert len(files) == IMAGE_FILES
    again = test_app.anonymous_client()
    assert open_sample(again, "es").status_code == 200
    assert sample_classroom(again) == made
    assert list_image_files(test_app) == files
    assert is_signed_in(sample_client)


@pytest.mark.postgresql
@pytest.mark.spec("21.1")
def test_of_two_presses_at_once_one_makes_the_class(test_app: RunningApp) -> None:
    browsers = [test_app.anonymous_client(), test_app.anonymous_client()]
    presses = [partial(open_sample, browsers[0], "en"), partial(open_sample, browsers[1], "es")]
    assert [each.status_code for each in run_concurrently(*presses)] == [200, 200]
    assert sample_classroom(browsers[0]) == sample_classroom(browsers[1])
    assert len(list_image_files(test_app)) == IMAGE_FILES
    assert len(take_snapshot(test_app)["teachers"]) == 1


@pytest.mark.spec("21.1")
def test_another_teacher_works_while_it_is_made(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.anonymous_client()
    with ThreadPoolExecutor(1) as thread:
        opening = thread.submit(open_sample, browser)
        statuses = set()
        while not opening.done():
            statuses.add(classroom.teacher_client.get("/api/classrooms").status_code)
    assert opening.result().status_code == 200
    assert statuses == {200}


@pytest.mark.spec("21.1")
def test_it_signs_out_who_was_signed_in(classroom: PreparedClassroom) -> None:
    browser = classroom.teacher_client
    assert open_sample(browser).status_code == 200
    assert browser.get("/api/auth/session").json()["user"]["isSample"] is True
    assert browser.get(f"/api/classrooms/single/{classroom.row.id}").status_code == 404
    with classroom.test_app.open_session() as db:
        assert open_sessions_of_teacher(db, classroom.teacher.id) == []


@pytest.mark.spec("21.1")
def test_another_device_cannot_open_it(test_app: RunningApp) -> None:
    assert error(open_sample(test_app.lan_client())) == (403, "own_computer_only")
    assert take_snapshot(test_app)["teachers"] == []


@pytest.mark.spec("21.1")
def test_another_device_cannot_open_it_where_teachers_may_sign_in(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(teacher_from_network=True)
    assert error(open_sample(test_app.lan_client())) == (403, "own_computer_only")


@pytest.mark.spec("21.1")
def test_a_school_server_has_none(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(school=True)
    for browser in (test_app.anonymous_client(), test_app.lan_client()):
        assert error(open_sample(browser)) == (404, "not_found")
    assert take_snapshot(test_app)["teachers"] == []


@pytest.mark.spec("21.1")
def test_an_unknown_language_is_refused(test_app: RunningApp) -> None:
    response = test_app.anonymous_client().post("/api/sample-class", {"language": "fr"})
    assert error(response) == (422, "invalid")


@pytest.mark.spec("21.2")
def test_a_making_that_fails_leaves_nothing(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **_named: object) -> None:
        raise ImageStorageError

    before = take_snapshot(test_app)
    with monkeypatch.context() as patch:
        patch.setattr(students, "set_away", fail)  # in the seventh week
        assert open_sample(test_app.anonymous_client()).status_code == ImageStorageError.status
    assert take_snapshot(test_app) == before
    assert open_sample(test_app.anonymous_client()).status_code == 200


@pytest.mark.sqlite_file
@pytest.mark.spec("21.2")
def test_a_full_disk_leaves_nothing_in_the_database(test_app: RunningApp) -> None:
    with test_app.pragma_on_connections("PRAGMA max_page_count = 120"):
        response = open_sample(test_app.anonymous_client())
    assert error(response) == (503, "disk_full")
    left = take_snapshot(test_app)
    assert (left["teachers"], left["classrooms"], left["goals"]) == ([], [], [])


@pytest.mark.spec("21.2")
def test_a_photo_that_cannot_be_stored_leaves_nothing(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    put = test_app.services.media.put
    stored: list[str] = []

    def put_three(image: Any) -> str:
        if len(stored) == 3:
            raise ImageStorageError
        stored.append(put(image))
        return stored[-1]

    monkeypatch.setattr(test_app.services.media, "put", put_three)
    assert open_sample(test_app.anonymous_client()).status_code == ImageStorageError.status
    assert len(stored) == 3
    assert list_image_files(test_app) == []
    assert take_snapshot(test_app)["teachers"] == []


@pytest.mark.spec("21.5")
def test_every_student_has_the_class_code_as_password(test_app: RunningApp, sample_client: ApiClient) -> None:
    classroom = sample_classroom(sample_client)
    phone = test_app.lan_client()
    signed_in = sign_in_student(phone, classroom["classCode"])
    assert signed_in.status_code == 200
    assert signed_in.json()["user"]["isSample"] is True
    assert phone.get("/api/auth/session").json()["user"]["isSample"] is True
    assert sign_in_student(phone, classroom["classCode"], "lucia.h").status_code == 200


@pytest.mark.spec("21.5")
def test_nobody_else_is_of_the_sample_class(classroom: PreparedClassroom) -> None:
    open_sample(classroom.test_app.anonymous_client())
    for browser in (classroom.teacher_client, classroom.student_client):
        assert browser.get("/api/auth/session").json()["user"]["isSample"] is False


@pytest.mark.spec("21.5")
def test_its_photos_are_shown_to_its_teacher(sample_client: ApiClient) -> None:
    user = sample_client.get("/api/auth/session").json()["user"]
    submissions = sample_client.get(f"/api/submissions/teacher/{user['id']}?limit=500").json()
    with_photo = [each for each in submissions if each["imageUrl"]]
    assert len(with_photo) == timeline.PHOTO_COUNT
    assert sample_client.get(with_photo[0]["imageUrl"]).headers["content-type"] == "image/jpeg"


@pytest.mark.spec("21.3")
def test_removing_it_ends_all_its_sessions_and_deletes_everything(
    test_app: RunningApp, sample_client: ApiClient
) -> None:
    phone, other = test_app.lan_client(), test_app.anonymous_client()
    sign_in_student(phone, sample_classroom(sample_client)["classCode"])
    open_sample(other)
    response = sample_client.delete("/api/sample-class")
    assert (response.status_code, response.content) == (204, b"")
    assert [is_signed_in(each) for each in (sample_client, other, phone)] == [False, False, False]
    assert "goalbucks_session" not in sample_client.http.cookies
    left = take_snapshot(test_app)
    for table in ("teachers", "classrooms", "students", "goals", "activity", "sessions", "goalbuck_entries"):
        assert left[table] == [], table
    assert left["image files"] == []
    assert not list(test_app.services.backups.folder.glob("*")), "no backup of invented students"
    assert open_sample(sample_client).status_code == 200


@pytest.mark.spec("21.4")
def test_it_gets_no_other_class_no_other_code_and_no_password(sample_client: ApiClient) -> None:
    classroom = sample_classroom(sample_client)
    teacher = f"/api/teachers/{classroom['teacherId']}"
    assert error(sample_client.post("/api/classrooms", {"name": "Another"})) == REFUSED
    assert error(sample_client.post(f"/api/classrooms/{classroom['id']}/class-code")) == REFUSED
    assert error(sample_client.put(f"{teacher}/password", {"newPassword": "secret1"})) == REFUSED
    assert error(sample_client.post(f"{teacher}/recovery-code", {})) == REFUSED
    assert sample_classroom(sample_client) == classroom


@pytest.mark.spec("21.4")
def test_its_email_is_nobodys(test_app: RunningApp) -> None:
    open_sample(test_app.anonymous_client())
    browser = test_app.anonymous_client()
    account = {"name": "Sam Whitfield", "email": SAMPLE_EMAIL.upper(), "password": PASSWORD}
    assert error(browser.post("/api/auth/register-teacher", account)) == (409, "email_taken")
    credentials = {"username": SAMPLE_EMAIL, "password": PASSWORD}
    assert error(browser.post("/api/auth/teacher", credentials)) == (401, "invalid_credentials")
    recovery = {"username": SAMPLE_EMAIL, "code": "ABCD-EFGH-JKLM-NPQR", "newPassword": PASSWORD}
    assert browser.post("/api/auth/recover", recovery).status_code == 401


@pytest.mark.spec("21.4")
def test_the_computer_is_still_to_be_set_up_and_has_no_name(test_app: RunningApp, sample_client: ApiClient) -> None:
    assert sample_client.get("/api/auth/config").json()["setupNeeded"] is True
    nobody: dict[str, object] = {"teacher": None, "classes": []}
    assert sample_client.get("/api/network/doors").json()["here"] == nobody
    teacher = test_app.teacher("Elena Rivera")
    test_app.classroom(teacher, "Room 12")
    assert sample_client.get("/api/auth/config").json()["setupNeeded"] is False
    label = {"teacher": "Elena Rivera", "classes": ["Room 12"]}
    assert sample_client.get("/api/network/doors").json()["here"] == label


@pytest.mark.spec("21.4")
def test_its_export_has_its_students_and_that_of_others_has_none(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.anonymous_client()
    open_sample(browser)
    user = browser.get("/api/auth/session").json()["user"]
    assert browser.get(f"/api/teachers/{user['id']}/export").status_code == 200
    assert b"Kahananui" not in classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export").content


@pytest.mark.sqlite_file
@pytest.mark.spec("21.4")
def test_a_backup_brings_it_back(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.anonymous_client()
    open_sample(browser)
    made = sample_classroom(browser)
    backup = classroom.teacher_client.post("/api/backups", {}).json()["name"]
    browser.delete("/api/sample-class")
    assert classroom.teacher_client.post(f"/api/backups/{backup}/restore", {}).status_code == 200
    again = classroom.test_app.anonymous_client()
    open_sample(again)
    assert sample_classroom(again) == made
    assert again.delete("/api/sample-class").status_code == 204
