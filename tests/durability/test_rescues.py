"""A rescue that the power cut off: the next start offers it again, or the class is back."""

from pathlib import Path

import pytest

from server.data_protection.backups.errors import SetAsideError
from server.data_protection.backups.service import Backups, Order
from server.data_protection.backups.startup_check import require_whole
from server.settings import Settings
from tests.durability.killing import run_killer
from tests.factories.folders import add_images
from tests.factories.seated import seat


@pytest.mark.parametrize(
    ("stride", "least"),
    [pytest.param(40, 10, id="some lines"), pytest.param(1, 400, id="each line", marks=pytest.mark.long)],
)
def test_a_rescue_that_is_killed_is_offered_again_or_done(tmp_path: Path, stride: int, least: int) -> None:
    folder = tmp_path / "class"
    seat(folder, months=1, submissions=2, students=2)
    add_images(folder, 2)
    backups = Backups(Settings(data_dir=folder))
    backup = backups.write(Order("by-hand", target=tmp_path / "class.backup"))
    (folder / "goalbucks.db").write_bytes(b"no database any more" * 1000)
    with pytest.raises(SetAsideError):
        require_whole(backups)
    killed, offered, done = run_killer("killed_rescues", folder, backup, tmp_path / "scratch", 7, stride)
    assert killed == offered + done
    assert killed >= least
    assert offered
