"""Settings of the class computer (specification 15.4, 2.13)."""

from collections.abc import Callable

import pytest

from server.computer import ClassComputer
from server.settings import program_version
from tests.factories.room import Room
from tests.factories.world import PASSWORD, error
from tests.server.conftest import MakeWorld


def sign_in_from_other_device(room: Room) -> int:
    credentials = {"username": room.teacher.email, "password": PASSWORD}
    return room.world.device().post("/api/auth/teacher", credentials).status_code


def register_from_other_device(room: Room) -> tuple[int, str]:
    body = {"name": "Clever Student", "email": "clever@school.test", "password": PASSWORD}
    return error(room.world.device().post("/api/auth/register-teacher", body))


@pytest.mark.spec("15.4")
def test_by_default_teachers_sign_in_locally_only_and_keep_awake_is_on(room: Room) -> None:
    settings = room.desk.get("/api/settings").json()
    folder = settings.pop("dataFolder")
    assert folder == str(room.world.services.settings.data_dir)
    assert settings == {
        "teacherFromNetwork": False,
        "teacherFromNetworkFixed": False,
        "keepAwake": True,
        "imageRetentionDays": None,
        "changeable": True,
        "version": program_version(),
        "canShowLogs": False,
    }


def test_omitted_settings_are_unchanged(room: Room) -> None:
    assert room.desk.put("/api/settings", {"keepAwake": False}).json()["teacherFromNetwork"] is False
    assert room.desk.put("/api/settings", {"teacherFromNetwork": True}).json()["keepAwake"] is False
    assert room.desk.get("/api/settings").json()["teacherFromNetwork"] is True


@pytest.mark.parametrize("wrong", [1, "true", []])
def test_setting_that_is_not_a_boolean_is_422(untouched: Room, wrong: object) -> None:
    answer = untouched.desk.put("/api/settings", {"teacherFromNetwork": wrong})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"teacherFromNetwork"}


class TestTeacherSignInFromOtherDevices:
    @pytest.mark.spec("2.13")
    def test_setting_allows_remote_sign_in_and_calls_but_never_registration(self, room: Room) -> None:
        elsewhere = room.world.signed_in(room.teacher, room.world.device())
        assert (sign_in_from_other_device(room), elsewhere.get("/api/classrooms").status_code) == (403, 403)
        room.desk.put("/api/settings", {"teacherFromNetwork": True})
        assert (sign_in_from_other_device(room), elsewhere.get("/api/classrooms").status_code) == (200, 200)
        assert elsewhere.get("/api/auth/config").json()["teacherSignInAllowed"] is True
        assert register_from_other_device(room) == (403, "teacher_not_allowed_here")

    def test_switching_the_setting_off_ends_remote_access_at_once(self, room: Room) -> None:
        room.desk.put("/api/settings", {"teacherFromNetwork": True})
        elsewhere = room.world.signed_in(room.teacher, room.world.device())
        assert elsewhere.get("/api/classrooms").status_code == 200
        room.desk.put("/api/settings", {"teacherFromNetwork": False})
        assert error(elsewhere.get("/api/classrooms")) == (403, "teacher_not_allowed_here")
        assert sign_in_from_other_device(room) == 403

    @pytest.mark.spec("15.5")
    @pytest.mark.parametrize(
        "change",
        [
            lambda browser: browser.put("/api/settings", {"teacherFromNetwork": False}),
            lambda browser: browser.post("/api/settings/show-logs"),
        ],
    )
    def test_settings_cannot_be_changed_from_another_device(self, room: Room, change: Callable[..., object]) -> None:
        room.desk.put("/api/settings", {"teacherFromNetwork": True})
        elsewhere = room.world.signed_in(room.teacher, room.world.device())
        assert error(change(elsewhere)) == (403, "own_computer_only")  # type: ignore[arg-type]
        seen = elsewhere.get("/api/settings").json()
        assert (seen["changeable"], seen["dataFolder"]) == (False, None)

    def test_launch_option_overrides_the_stored_setting(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(teacher_from_network=True))
        answer = room.desk.put("/api/settings", {"teacherFromNetwork": False}).json()
        assert (answer["teacherFromNetwork"], answer["teacherFromNetworkFixed"]) == (True, True)
        assert sign_in_from_other_device(room) == 200


def test_logs_folder_is_opened_on_the_local_screen(room: Room) -> None:
    computer: ClassComputer = room.world.services.computer
    shown: list[bool] = []
    computer.show_logs = lambda: shown.append(True)
    assert room.desk.get("/api/settings").json()["canShowLogs"] is True
    assert room.desk.post("/api/settings/show-logs").status_code == 204
    assert shown == [True]
    computer.show_logs = None
    assert error(room.desk.post("/api/settings/show-logs")) == (409, "no_screen")
