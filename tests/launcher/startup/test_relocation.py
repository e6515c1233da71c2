"""Starts on a data folder whose classes moved to the school's server."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.school.importing.folder_state import RelocationMarker, write_marker
from tests.launcher.conftest import Start
from tests.launcher.window.test_process import desktop_environment, read_lines, write_fake_webview

__all__ = ["desktop_environment"]
ADDRESS = "https://goalbucks.school.example"
MOMENT = datetime(2026, 11, 22, 12, tzinfo=UTC)
SHOWN = (
    "def create_window(title, html, js_api, **_):",
    "    global api",
    "    api = js_api",
    "    open({shown!r}, 'a').write(html)",
    "    return type('Window', (), {{'destroy': lambda self: None}})()",
    "def start(**_): api.{pressed}()",
)


@pytest.fixture
def moved(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    write_marker(tmp_path / "data", RelocationMarker(ADDRESS, MOMENT))


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(("pressed", "opened"), [("open_redirect_url", [ADDRESS]), ("close", [])])
def test_the_error_window_of_a_relocated_folder_opens_the_schools_address(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path, pressed: str, opened: list[str]
) -> None:
    shown = tmp_path / "shown"
    write_fake_webview(tmp_path, *(line.format(shown=str(shown), pressed=pressed) for line in SHOWN))
    program = desktop(wrapper=("sh", "-c", '"$@" >&- 2>&-', "sh"), **desktop_environment)
    assert program.end() == (1, "", "")
    page = shown.read_text()
    assert f"On 22 November 2026 this computer&#x27;s classes moved to the school&#x27;s server: {ADDRESS}." in page
    assert "Open the school&#x27;s GoalBucks</button>" in page
    assert "Try again" not in page
    assert read_lines(tmp_path / "opened") == opened
    assert not (tmp_path / "data" / "goalbucks.db").exists()


@pytest.mark.usefixtures("moved")
def test_without_a_web_view_the_browser_opens_the_schools_server(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path
) -> None:
    write_fake_webview(tmp_path, "raise ImportError('no engine')")
    program = desktop(wrapper=("sh", "-c", '"$@" >&- 2>&-', "sh"), **desktop_environment)
    assert program.end() == (1, "", "")
    assert read_lines(tmp_path / "opened") == [ADDRESS]


@pytest.mark.parametrize(
    ("marker", "texts"),
    [
        (
            RelocationMarker("", MOMENT),
            ("These classes have moved", "Ask whoever looks after the school&#x27;s server for its address"),
        ),
        (
            RelocationMarker(ADDRESS, None),
            ("These classes may have moved", "Ask whoever moves your classes to the school&#x27;s server"),
        ),
    ],
)
def test_the_error_window_of_a_relocated_folder_without_an_address_says_whom_to_ask(
    desktop: Start,
    desktop_environment: dict[str, str],
    tmp_path: Path,
    marker: RelocationMarker,
    texts: tuple[str, str],
) -> None:
    (tmp_path / "data").mkdir()
    write_marker(tmp_path / "data", marker)
    shown = tmp_path / "shown"
    write_fake_webview(tmp_path, *(line.format(shown=str(shown), pressed="close") for line in SHOWN))
    program = desktop(wrapper=("sh", "-c", '"$@" >&- 2>&-', "sh"), **desktop_environment)
    assert program.end() == (1, "", "")
    page = shown.read_text()
    title, step = texts
    assert page.index(title) < page.index(step) < page.index(str(tmp_path / "data" / "moved.json"))
    assert '<button class="first" autofocus onclick="pywebview.api.close()">Close</button>' in page
    assert "Try again" not in page
    assert page.count("<button") == 1
