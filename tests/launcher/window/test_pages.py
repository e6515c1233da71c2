"""Pages that the window shows without a server: technical terms only in the details."""

import re
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from launcher import sockets
from launcher.errors import AlreadyRunningError, BadOptionError, LaunchError, SchemaNotReadyError
from launcher.startup import data_dir, relocation
from launcher.startup.error_translation import to_launch_error
from launcher.startup.state_file import LauncherState
from launcher.window import pages
from launcher.window.process import ErrorReport
from server.school.importing.folder_state import RelocationMarker, write_marker
from server.settings import Settings
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Start
from tests.launcher.startup.test_relocation import MOMENT
from tests.launcher.window.test_process import desktop_environment, write_fake_webview

__all__ = ["desktop_environment"]

TECHNICAL_TERMS = re.compile(r"--\w|GOALBUCKS_|[Pp]ort \d|:\d{4}|[/\\]\w+[/\\]|203\.0|goalbucks [a-z]|sudo")
"""Options, environment variables, ports, paths, commands."""
DETAILS = re.compile(r"<details><summary>Details</summary>(.*?)</details>", re.DOTALL)
UPDATE_NOTICE = "an update may be converting your data"


def raised(call: Callable[[], object]) -> LaunchError:
    with pytest.raises(LaunchError) as caught:
        call()
    return caught.value


def taken_port(_: Path) -> LaunchError:
    with socket.create_server(("127.0.0.1", 0)) as other:
        return raised(lambda: sockets.listen("127.0.0.1", other.getsockname()[1]))


def foreign_address(_: Path) -> LaunchError:
    return raised(lambda: sockets.listen("203.0.113.1", 8080))


def file_in_place_of_the_folder(folder: Path) -> LaunchError:
    (folder / "file").touch()
    return raised(lambda: data_dir.prepare(folder / "file"))


def unwritable_folder(folder: Path) -> LaunchError:
    return data_dir.not_writable_error(folder, PermissionError(13, "Permission denied"))


def full_disk(folder: Path) -> LaunchError:
    return data_dir.disk_full_error(folder)


def unreadable_folder(folder: Path) -> LaunchError:
    return data_dir.not_readable_error(folder)


def unexpected_failure(folder: Path) -> LaunchError:
    return to_launch_error(RuntimeError(f"no such table in {folder}/x"), folder, folder / "logs" / "start.log")


def moved_away(folder: Path) -> LaunchError:
    write_marker(folder, RelocationMarker("", MOMENT))
    return raised(lambda: relocation.require_not_relocated(Settings(data_dir=folder)))


def perhaps_moved(folder: Path) -> LaunchError:
    write_marker(folder, RelocationMarker("", None))
    return raised(lambda: relocation.require_not_relocated(Settings(data_dir=folder)))


def running_already(folder: Path) -> LaunchError:
    return AlreadyRunningError(
        f"GoalBucks is already running with {folder}/data. Choose another with --data-dir.", None
    )


def unknown_setting(_: Path) -> LaunchError:
    return BadOptionError("GOALBUCKS_PORT can't be 'eighty'.")


def schema_not_ready(_: Path) -> LaunchError:
    return SchemaNotReadyError("Run: goalbucks migrate")


@pytest.mark.parametrize(
    "failure",
    [
        taken_port,
        foreign_address,
        file_in_place_of_the_folder,
        unwritable_folder,
        unreadable_folder,
        full_disk,
        unexpected_failure,
        moved_away,
        perhaps_moved,
        running_already,
        unknown_setting,
        schema_not_ready,
    ],
)
@pytest.mark.parametrize("after_a_crash", [False, True])
def test_options_ports_paths_and_commands_are_shown_in_the_details_only(
    failure: Callable[[Path], LaunchError], tmp_path: Path, *, after_a_crash: bool
) -> None:
    report = ErrorReport.from_error(failure(tmp_path))
    page = pages.restart_failed_page(str(tmp_path), report, "en") if after_a_crash else pages.launch_error_page(report)
    content = page[page.index("<h1>") :]
    (details,) = DETAILS.findall(content)
    assert TECHNICAL_TERMS.search(details)
    assert not TECHNICAL_TERMS.search(re.sub(r"<[^>]+>", " ", DETAILS.sub("", content)))
    assert report.steps


def test_an_error_without_details_has_no_details_element() -> None:
    assert "<details>" not in pages.launch_error_page(ErrorReport("Title", "Sentence."))


def test_a_refused_restart_prints_the_whole_error_report(start: Start, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, err = start("again", "--host", "127.0.0.1", "--port", port, "--data-dir", tmp_path / "data").end()
    report = ErrorReport.from_json(err.splitlines()[-1])
    assert code == 1
    assert report.title == "Another program is in the way"
    assert f"Port {port} is already in use" in report.details


def test_the_loading_page_mentions_an_update_and_is_in_the_language_of_the_class_computer(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path
) -> None:
    shown = tmp_path / "shown"
    write_fake_webview(
        tmp_path,
        "settings = {}",
        "def create_window(title, html, **_):",
        f"    open({str(shown)!r}, 'a').write(html)",
    )
    for starts in (1, 2, 3):
        program = desktop(forked=True, **desktop_environment)
        wait_until(lambda: shown.exists() and shown.read_text().count("</html>") == starts)  # noqa: B023 - called here
        program.signal(signal.SIGTERM)
        program.end()
        (tmp_path / "data" / "goalbucks.db").touch()
        LauncherState(tmp_path / "data").set_language("es" if starts == 2 else None)
    first, second, spanish, _ = shown.read_text().split("</html>")
    assert "Still starting: the first time takes a little longer." in first
    assert UPDATE_NOTICE not in first
    assert UPDATE_NOTICE in second
    assert '<html lang="es">' in spanish
    assert "puede que una actualización esté convirtiendo sus datos" in spanish
