"""A rescue that the power cut off: the next start offers it again, or the class is back."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.backups.damage import require_whole
from server.backups.errors import SetAsideError
from server.backups.service import Backups, Order
from server.settings import Settings
from tests.factories.folders import add_images
from tests.factories.process import ROOT
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
    command = [sys.executable, "-m", "tests.durability.killed_rescues", folder, backup, tmp_path / "scratch", 7, stride]
    ended = subprocess.run(list(map(str, command)), cwd=ROOT, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    killed, offered, done = (int(each) for each in ended.stdout.split())
    assert killed == offered + done
    assert killed >= least
    assert offered
