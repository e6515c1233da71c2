"""The language of an account, of the class computer and of the login page (specification 17.2)."""

import pytest
from sqlalchemy import text

from server.texts.language import LANGUAGE_NAMES, TEACHER_LANGUAGES
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged


def language_of(client: ApiClient) -> object:
    return client.get("/api/auth/session").json()["user"]["language"]


@pytest.mark.spec("17.2")
@pytest.mark.parametrize("role", ["teacher", "student"])
def test_a_chosen_language_is_shown_by_every_session_of_the_account(classroom: PreparedClassroom, role: str) -> None:
    account = getattr(classroom, role)
    client, elsewhere = classroom.test_app.client_for(account), classroom.test_app.client_for(account)
    assert language_of(client) is None
    response = client.put("/api/account/language", {"language": "es"})
    assert (response.status_code, response.content) == (204, b"")
    assert (language_of(client), language_of(elsewhere)) == ("es", "es")
    client.put("/api/account/language", {"language": "en"})
    assert language_of(elsewhere) == "en"


@pytest.mark.spec("17.2")
def test_a_language_of_students_is_for_them_and_refused_for_a_teacher(classroom: PreparedClassroom) -> None:
    for language in sorted(set(LANGUAGE_NAMES) - set(TEACHER_LANGUAGES)):
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.put("/api/account/language", {"language": language})
        assert error(response) == (422, "language_not_for_teachers")
        assert set(response.json()["fields"]) == {"language"}
        assert classroom.student_client.put("/api/account/language", {"language": language}).status_code == 204
        assert language_of(classroom.student_client) == language
        shown = classroom.teacher_client.get(f"/api/students/{classroom.student.id}").json()
        assert shown["language"] == language


@pytest.mark.spec("17.2")
@pytest.mark.parametrize("language", ["xx", "ar"])
def test_a_stored_language_that_the_program_does_not_have_counts_as_none(
    classroom: PreparedClassroom, language: str
) -> None:
    """Such as one that a newer version had, or a teacher's that is a student's only."""
    classroom.teacher_client.put("/api/settings", {"keepAwake": False})
    with classroom.test_app.open_session() as db:
        db.execute(text("UPDATE teachers SET language = :language"), {"language": language})
        db.execute(text("UPDATE preferences SET language = :language"), {"language": language})
        db.execute(text("UPDATE students SET language = 'xx'"))
        db.commit()
    assert (language_of(classroom.teacher_client), language_of(classroom.student_client)) == (None, None)
    assert classroom.teacher_client.get("/api/settings").json()["language"] is None
    assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}").json()["language"] is None


def test_a_students_choice_does_not_change_the_language_of_other_accounts(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.client_for(classroom.test_app.student(classroom.row))
    classroom.student_client.put("/api/account/language", {"language": "es"})
    assert (language_of(classmate), language_of(classroom.teacher_client)) == (None, None)


def test_a_language_that_does_not_exist_is_422(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.student_client.put("/api/account/language", {"language": "fr"})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"language"}


@pytest.mark.spec("17.2")
def test_the_login_page_has_the_language_of_the_class_computer_until_it_is_removed(
    classroom: PreparedClassroom,
) -> None:
    device = classroom.test_app.lan_client()
    assert device.get("/api/auth/config").json()["language"] is None
    assert classroom.teacher_client.put("/api/settings", {"language": "es"}).json()["language"] == "es"
    assert device.get("/api/auth/config").json()["language"] == "es"
    classroom.teacher_client.put("/api/settings", {"keepAwake": False})
    assert device.get("/api/auth/config").json()["language"] == "es"
    classroom.teacher_client.put("/api/settings", {"language": None})
    assert device.get("/api/auth/config").json()["language"] is None


def test_the_language_of_the_class_computer_does_not_change_that_of_an_account(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.put("/api/settings", {"language": "es"})
    assert language_of(classroom.student_client) is None
