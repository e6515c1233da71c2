"""Settings of the class computer (specification 15.4, 2.13)."""

from collections.abc import Callable

import pytest

from server.computer.host import HostComputer
from server.settings import program_version
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.server.conftest import MakeTestApp


def sign_in_from_other_device(classroom: PreparedClassroom) -> int:
    credentials = {"username": classroom.teacher.email, "password": PASSWORD}
    return classroom.test_app.lan_client().post("/api/auth/teacher", credentials).status_code


def register_from_other_device(classroom: PreparedClassroom) -> tuple[int, str]:
    body = {"name": "Clever Student", "email": "clever@school.test", "password": PASSWORD}
    return error(classroom.test_app.lan_client().post("/api/auth/register-teacher", body))


@pytest.mark.spec("15.4")
def test_by_default_teachers_sign_in_locally_only_and_keep_awake_is_on(classroom: PreparedClassroom) -> None:
    settings = classroom.teacher_client.get("/api/settings").json()
    folder = settings.pop("dataFolder")
    assert folder == str(classroom.test_app.data_folder)
    assert settings == {
        "teacherFromNetwork": False,
        "teacherFromNetworkFixed": False,
        "keepAwake": True,
        "imageRetentionDays": None,
        "language": None,
        "changeable": True,
        "version": program_version(),
        "canShowLogs": False,
    }


def test_omitted_settings_are_unchanged(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.put("/api/settings", {"keepAwake": False}).json()["teacherFromNetwork"] is False
    assert classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": True}).json()["keepAwake"] is False
    assert classroom.teacher_client.get("/api/settings").json()["teacherFromNetwork"] is True


@pytest.mark.parametrize("wrong", [1, "true", []])
def test_setting_that_is_not_a_boolean_is_422(read_only_classroom: PreparedClassroom, wrong: object) -> None:
    response = read_only_classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": wrong})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"teacherFromNetwork"}


class TestTeacherSignInFromOtherDevices:
    @pytest.mark.spec("2.13")
    def test_setting_allows_remote_sign_in_and_calls_but_never_registration(self, classroom: PreparedClassroom) -> None:
        elsewhere = classroom.test_app.client_for(classroom.teacher, classroom.test_app.lan_client())
        assert (sign_in_from_other_device(classroom), elsewhere.get("/api/classrooms").status_code) == (403, 403)
        classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": True})
        assert (sign_in_from_other_device(classroom), elsewhere.get("/api/classrooms").status_code) == (200, 200)
        assert elsewhere.get("/api/auth/config").json()["teacherSignInAllowed"] is True
        assert register_from_other_device(classroom) == (403, "teacher_not_allowed_here")

    def test_switching_the_setting_off_ends_remote_access_at_once(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": True})
        elsewhere = classroom.test_app.client_for(classroom.teacher, classroom.test_app.lan_client())
        assert elsewhere.get("/api/classrooms").status_code == 200
        classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": False})
        assert error(elsewhere.get("/api/classrooms")) == (403, "teacher_not_allowed_here")
        assert sign_in_from_other_device(classroom) == 403

    @pytest.mark.spec("15.5")
    @pytest.mark.parametrize(
        "change",
        [
            lambda browser: browser.put("/api/settings", {"teacherFromNetwork": False}),
            lambda browser: browser.post("/api/settings/show-logs"),
        ],
    )
    def test_settings_cannot_be_changed_from_another_device(
        self, classroom: PreparedClassroom, change: Callable[..., object]
    ) -> None:
        classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": True})
        elsewhere = classroom.test_app.client_for(classroom.teacher, classroom.test_app.lan_client())
        assert error(change(elsewhere)) == (403, "own_computer_only")  # type: ignore[arg-type]
        seen = elsewhere.get("/api/settings").json()
        assert (seen["changeable"], seen["dataFolder"]) == (False, None)

    def test_launch_option_overrides_the_stored_setting(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(teacher_from_network=True))
        body = classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": False}).json()
        assert (body["teacherFromNetwork"], body["teacherFromNetworkFixed"]) == (True, True)
        assert sign_in_from_other_device(classroom) == 200


def test_logs_folder_is_opened_on_the_local_screen(classroom: PreparedClassroom) -> None:
    computer: HostComputer = classroom.test_app.services.computer
    shown: list[bool] = []
    computer.desktop.show_logs = lambda: shown.append(True)
    assert classroom.teacher_client.get("/api/settings").json()["canShowLogs"] is True
    assert classroom.teacher_client.post("/api/settings/show-logs").status_code == 204
    assert shown == [True]
    computer.desktop.show_logs = None
    assert error(classroom.teacher_client.post("/api/settings/show-logs")) == (409, "no_screen")
