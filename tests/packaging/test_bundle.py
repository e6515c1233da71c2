"""The bundle without the project's sources."""

import re
import signal
import tomllib
from pathlib import Path

import pytest

from tests.factories.images import photo_jpeg
from tests.factories.paths import ROOT
from tests.factories.waiting import wait_until
from tests.launcher.conftest import has_ended, log
from tests.launcher.screen import open_screen, requires_display
from tests.packaging.class_scenario import ClassScenario
from tests.packaging.installed import BUNDLE, Installed, files_in_use, is_project_file

pytestmark = pytest.mark.bundle

OPTIONS = ("--host", "127.0.0.1", "--port", 0)
PAGE_SEEN = "GET /api/auth/config 200"
DECODER_ARGUMENT = "--multiprocessing-fork"
PAGES_PROCESS = "WebKitWebProcess"
SCHOOL_PACKAGES = {"psycopg_binary", "psycopg_binary.libs", "obstore"}
"""Packages that are in the bundle, but not loaded on a class computer."""
PARTS = (
    "Python ",
    "zeroconf ",
    "PyGObject ",
    "pi_heif ",
    "libheif",
    "libuv",
    "OpenSSL",
    "react ",
    "tailwindcss ",
    "lexend ",
    "pyinstaller ",
    "psycopg ",
    "libpq",
    "MIT Kerberos",
    "obstore ",
    "AWS-LC",
)


def test_the_bundled_server_serves_a_class(copy: Installed, tmp_path: Path) -> None:
    asked = copy.start("--version")
    program = copy.start("serve", *OPTIONS, "--no-announce", "--data-dir", tmp_path / "data")
    with ClassScenario(program.address) as scenario:
        assert scenario.student.get("/").headers["content-type"].startswith("text/html")
        scenario.run()
        decoder = copy.process(DECODER_ARGUMENT)
        assert copy.own_libraries(decoder) >= {"libpython3", "libffi", "libz"}
        decoder.kill()
        wait_until(lambda: has_ended(decoder))
        scenario.give_goal()
        photo = photo_jpeg(900, 1200)
        # The first upload after the kill may be refused, the next one not.
        assert 201 in {scenario.send_photo(photo).status_code for _ in range(2)}
        used = {file for each in copy.processes() for file in files_in_use(each)}
        assert [str(file) for file in used if is_project_file(file)] == []
        assert [str(file) for file in used if SCHOOL_PACKAGES & set(file.parts)] == []
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")
    assert copy.processes() == set()
    assert asked.end() == (0, f"GoalBucks {project_version()}\n", "")


@requires_display
def test_the_bundled_program_opens_and_restores_its_window(copy: Installed, tmp_path: Path) -> None:
    (tmp_path / "screen").mkdir()
    with open_screen(tmp_path / "screen") as screen:
        program = copy.start(*OPTIONS, "--no-announce", "--data-dir", tmp_path / "data", DISPLAY=screen.display)
        window = screen.wait_for()
        wait_until(lambda: PAGE_SEEN in log(tmp_path))
        assert copy.start(*OPTIONS, "--data-dir", tmp_path / "data", DISPLAY=screen.display).end() == (0, "", "")
        pages = [each for each in copy.processes() if each.name().startswith(PAGES_PROCESS[:15])]
        assert pages
        assert all("LD_LIBRARY_PATH" not in each.environ() for each in pages)
        assert copy.own_libraries(copy.process("window")) == {"libpython3"}
        assert [str(file) for each in copy.processes() for file in files_in_use(each) if is_project_file(file)] == []
        screen.save_picture("packaged")

        before = log(tmp_path).count(PAGE_SEEN)
        program.signal(signal.SIGKILL)
        wait_until(lambda: log(tmp_path).count(PAGE_SEEN) > before and screen.windows() not in ([], [window]))
        again = copy.process("again")
        assert copy.own_libraries(again) >= {"libpython3", "libssl", "libsqlite3"}
        again.send_signal(signal.SIGTERM)
        wait_until(lambda: not copy.processes())
    assert "Traceback" not in log(tmp_path) + window_log(tmp_path)


def test_the_bundle_has_the_licence_of_each_part() -> None:
    listed = (BUNDLE / "licences" / "THIRD-PARTY.txt").read_text()
    assert [part for part in PARTS if not re.search(rf"^(@\S+/)?{re.escape(part)}", listed, re.MULTILINE)] == []
    assert (BUNDLE / "licences" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    folders = [each for each in (BUNDLE / "licences").iterdir() if each.is_dir()]
    assert len(folders) == len(re.findall(r"^\S.*: \S", listed, re.MULTILINE))
    assert all(text.stat().st_size for folder in folders for text in folder.iterdir())


def test_vendored_code_does_not_hide_the_licence_of_its_package() -> None:
    texts = [text.read_text() for text in (BUNDLE / "licences" / "httptools").iterdir()]
    assert [any(author in text for text in texts) for author in ("MagicStack", "Fedor Indutny")] == [True, True]


def test_crates_compiled_into_a_package_are_listed_with_their_licences() -> None:
    listed = (BUNDLE / "licences" / "obstore" / "RUST-CRATES.txt").read_text()
    assert re.search(r"^rustls \S+: Apache-2.0 OR ISC OR MIT$", listed, re.MULTILINE)


def project_version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def window_log(tmp_path: Path) -> str:
    return (tmp_path / "data" / "logs" / "window.log").read_text()
