"""Login cards after the recovery of a damaged database."""

import shutil
from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupRequest
from server.database.damage_flag import RUNNING_FILE
from server.security.code_key import KEY_FILE
from tests.factories.classroom import PreparedClassroom
from tests.server.recovery.conftest import Start


@pytest.mark.spec("2.31")
@pytest.mark.sqlite_file
@pytest.mark.parametrize("with_key", [True, False])
def test_login_cards_are_valid_after_a_recovery_only_with_their_key(
    classroom: PreparedClassroom, tmp_path: Path, start: Start, *, with_key: bool
) -> None:
    code = classroom.test_app.login_card(classroom.student)
    folder = tmp_path / "other"
    classroom.test_app.services.backups.write(BackupRequest("daily"))
    shutil.copytree(classroom.test_app.data_folder / "backups", folder / "backups")
    if with_key:
        shutil.copy(classroom.test_app.data_folder / KEY_FILE, folder)
    (folder / "goalbucks.db").write_bytes(b"no database any more")
    (folder / RUNNING_FILE).touch()
    computer = start(folder)
    computer.wait_until_idle()
    computer.restore(computer.offered_backup("proved"))
    computer.wait_until_idle()
    assert computer.is_back()
    response = computer.request("POST", "/api/auth/card/look", json={"code": code})
    assert (response.status_code == 200) == with_key
