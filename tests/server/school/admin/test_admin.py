"""`goalbucks admin`: disabling accounts, resetting passwords, transferring classes, listing teachers."""

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from httpx2 import Response

from launcher.startup.single_instance import SingleInstance
from server.domain.teachers.models import Teacher
from server.settings import Settings
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.school.admin.conftest import Administrator

pytestmark = pytest.mark.postgresql

DISABLED_MESSAGE = (
    "Your school has switched off your GoalBucks account. Please ask whoever runs GoalBucks at your school."
)


@pytest.fixture
def classroom(school_app: RunningApp) -> PreparedClassroom:
    return PreparedClassroom.create(school_app)


def sign_in(browser: ApiClient, teacher: Teacher, password: str = PASSWORD) -> Response:
    return browser.post("/api/auth/teacher", {"username": teacher.email, "password": password})


def administrative_events(classroom: PreparedClassroom) -> list[tuple[str, str | None, str, str | None]]:
    kinds = ("password_reset", "account_disabled", "account_enabled", "class_handed_over", "class_taken_over")
    rows = classroom.test_app.client_for(classroom.teacher).get("/api/activity", params={"kind": kinds}).json()
    return [(row["kind"], row["whoRole"], row["whoName"], row["about"]) for row in rows]


class TestDisabling:
    @pytest.mark.spec("16.3")
    def test_disabled_teacher_is_signed_out_with_a_reason_and_students_are_not_affected(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        assert "can no longer sign in" in admin.done("disable", classroom.teacher.email.upper())[0]
        for call in ("/api/classrooms", "/api/auth/session"):
            out = classroom.teacher_client.get(call)
            assert (error(out), out.json()["error"]) == ((401, "teacher_disabled"), DISABLED_MESSAGE)
        refused = sign_in(classroom.test_app.lan_client(), classroom.teacher)
        assert (error(refused), refused.json()["error"]) == ((403, "teacher_disabled"), DISABLED_MESSAGE)
        assert classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 200
        assert classroom.sign_in_student(classroom.test_app.lan_client()).status_code == 200

    def test_recovery_code_of_a_disabled_account_is_refused_and_kept(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        made = classroom.teacher_client.post(
            f"/api/teachers/{classroom.teacher.id}/recovery-code", {"currentPassword": PASSWORD}
        ).json()
        body = {"username": classroom.teacher.email, "code": made["code"], "newPassword": "another one"}
        admin.done("disable", classroom.teacher.email)
        with assert_unchanged(classroom.test_app):
            assert error(classroom.test_app.lan_client().post("/api/auth/recover", body)) == (403, "teacher_disabled")
        admin.done("enable", classroom.teacher.email)
        assert classroom.test_app.lan_client().post("/api/auth/recover", body).status_code == 200

    def test_enabled_teacher_can_sign_in_and_old_sessions_stay_ended(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        admin.done("disable", classroom.teacher.email)
        assert "can sign in again" in admin.done("enable", classroom.teacher.email)[0]
        assert error(classroom.teacher_client.get("/api/classrooms")) == (401, "not_signed_in")
        assert sign_in(classroom.test_app.lan_client(), classroom.teacher).status_code == 200
        assert administrative_events(classroom) == [
            ("account_enabled", None, "the administrator", None),
            ("account_disabled", None, "the administrator", None),
        ]


class TestPasswordReset:
    @pytest.mark.spec("16.3")
    def test_password_reset_revokes_old_password_sessions_and_recovery_code(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        classroom.teacher_client.post(
            f"/api/teachers/{classroom.teacher.id}/recovery-code", {"currentPassword": PASSWORD}
        )
        password, output = admin.done("reset-password", classroom.teacher.email)
        assert classroom.teacher.email in output
        assert error(classroom.teacher_client.get("/api/classrooms")) == (401, "not_signed_in")
        assert error(sign_in(classroom.test_app.lan_client(), classroom.teacher)) == (401, "invalid_credentials")
        assert sign_in(classroom.test_app.lan_client(), classroom.teacher, password).status_code == 200
        assert count_rows(classroom.test_app, "recovery_codes") == 0
        assert administrative_events(classroom) == [("password_reset", None, "the administrator", None)]

    def test_password_from_a_file_is_not_printed(
        self, classroom: PreparedClassroom, admin: Administrator, tmp_path: Path
    ) -> None:
        file = tmp_path / "password.txt"
        file.write_text("correct horse\nand more\n", encoding="utf-8-sig")
        output = admin.done("reset-password", classroom.teacher.email, "--password-file", str(file))
        assert (len(output), "correct horse" in output[0]) == (1, False)
        assert sign_in(classroom.test_app.lan_client(), classroom.teacher, "correct horse").status_code == 200
        file.write_text("short\n")
        with assert_unchanged(classroom.test_app):
            sentence = admin.refused("reset-password", classroom.teacher.email, "--password-file", str(file))
        assert "6 to 128 characters" in sentence
        assert "short" not in sentence


class TestTransfer:
    @pytest.mark.spec("16.3")
    def test_transferred_class_belongs_to_the_other_teacher_with_all_content(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        other = classroom.other_teachers_classroom()
        goal = classroom.test_app.goal(classroom.student)
        classroom.test_app.completed_goal(classroom.student)
        output = admin.done("hand-over", classroom.row.class_code.lower(), other.teacher.email)[0]
        assert classroom.teacher.email in output
        assert other.teacher.email in output
        assert error(classroom.teacher_client.get(f"/api/classrooms/single/{classroom.row.id}")) == (404, "not_found")
        assert error(classroom.teacher_client.put(f"/api/goals/{goal.id}", {"name": "Mine", "goalbucks": 1})) == (
            404,
            "not_found",
        )
        assert {each["id"] for each in other.teacher_client.get("/api/classrooms").json()} == {
            classroom.row.id,
            other.row.id,
        }
        assert other.teacher_client.post(f"/api/goals/{goal.id}/complete").status_code == 200
        assert classroom.own_balance()["balance"] == 50
        classroom_row = f"{classroom.row.name} ({{}})"
        assert administrative_events(classroom) == [
            ("class_handed_over", None, "the administrator", classroom_row.format(other.teacher.name))
        ]
        assert administrative_events(other) == [
            ("class_taken_over", None, "the administrator", classroom_row.format(classroom.teacher.name))
        ]

    def test_export_of_a_transferred_class_keeps_the_previous_reviewers_name(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        other = PreparedClassroom.create(classroom.test_app, classroom.test_app.teacher("Diego Ramírez"))
        classroom.test_app.completed_goal(classroom.student)
        admin.done("hand-over", classroom.row.class_code, other.teacher.email)
        packed = other.teacher_client.get(f"/api/teachers/{other.teacher.id}/export").content
        with ZipFile(BytesIO(packed)) as files:
            assert classroom.teacher.name in files.read("goalbucks.csv").decode()


def test_only_the_administrator_sets_the_photo_retention_of_a_school(
    classroom: PreparedClassroom, admin: Administrator
) -> None:
    assert "Photos are removed 90 days after" in admin.done("keep-photos", "90")[0]
    assert "so already" in admin.refused("keep-photos", "90")
    assert classroom.teacher_client.get("/api/settings").json()["imageRetentionDays"] == 90
    (row,) = classroom.teacher_client.get("/api/activity?kind=settings_changed").json()
    assert (row["whoName"], row["about"]) == ("the administrator", "remove old photos after 90 days")
    admin.done("keep-photos", "forever")
    assert classroom.teacher_client.get("/api/settings").json()["imageRetentionDays"] is None


class TestListing:
    def test_teacher_list_shows_classes_students_and_last_sign_in(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        gone = classroom.other_teachers_classroom()
        admin.done("disable", gone.teacher.email)
        sign_in(classroom.test_app.lan_client(), classroom.teacher)
        listed = {each["email"]: each for each in json.loads("\n".join(admin.done("teachers", "--json")))}
        here, there = listed[classroom.teacher.email], listed[gone.teacher.email]
        assert here["classes"] == [{"name": classroom.row.name, "classCode": classroom.row.class_code, "students": 1}]
        assert (here["name"], here["students"], here["disabledAt"]) == (classroom.teacher.name, 1, None)
        assert here["lastSignIn"].endswith("Z")
        assert (there["lastSignIn"], there["disabledAt"] is None) == (None, False)
        heads, *rows = admin.done("teachers")
        assert heads.startswith("Name")
        (row,) = (row for row in rows if classroom.teacher.email in row)
        assert classroom.row.class_code in row

    def test_control_characters_of_names_are_not_printed(self, school_app: RunningApp, admin: Administrator) -> None:
        school_app.teacher("Eve \x1b[2J\u202eil")
        assert [row[:11] for row in admin.done("teachers")[1:]] == ["Eve [2Jil  "]


def test_command_is_refused_without_a_school_database_or_with_an_unknown_teacher(admin: Administrator) -> None:
    assert "No teacher has this e-mail" in admin.refused("disable", "nobody@school.test")
    admin.settings = admin.settings.model_copy(update={"school": False})
    assert "GOALBUCKS_SCHOOL=1" in admin.refused("teachers")


def test_unreachable_database_is_reported_without_its_password(admin: Administrator, tmp_path: Path) -> None:
    away = "postgresql://goalbucks:s3cret@127.0.0.1:1/goalbucks"
    admin.settings = Settings(data_dir=tmp_path, school=True, database_url=away)
    output = admin.refused("teachers")
    assert "can't reach the school's database" in output
    assert "s3cret" not in output


@pytest.mark.sqlite_file
class TestSqliteFile:
    """Commands on a SQLite file, whose running server can't be notified."""

    def test_commands_on_a_file_are_refused_while_its_server_runs(
        self, classroom: PreparedClassroom, admin: Administrator
    ) -> None:
        with SingleInstance(admin.settings.data_dir), assert_unchanged(classroom.test_app):
            for words in (("disable",), ("enable",), ("reset-password",), ("hand-over", classroom.row.class_code)):
                assert "GoalBucks is running" in admin.refused(*words, classroom.teacher.email)
        with SingleInstance(admin.settings.data_dir):
            code = admin.done("invite")[0]
            assert len(admin.done("invites")) == 2
            assert len(admin.done("teachers")) == 2
            admin.done("revoke", code)

    def test_missing_or_invalid_database_file_is_refused(self, admin: Administrator, tmp_path: Path) -> None:
        admin.settings = Settings(data_dir=tmp_path / "empty", school=True)
        assert "There is no GoalBucks database in the folder" in admin.refused("teachers")
        admin.settings.data_dir.mkdir()
        admin.settings.database_path.write_bytes(b"")
        assert "Start GoalBucks once" in admin.refused("teachers")
        admin.settings.database_path.write_bytes(b"no database" * 1000)
        assert "could not be read" in admin.refused("teachers")
