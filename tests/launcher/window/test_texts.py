"""The window's own texts in Spanish."""

import ast
import locale
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

import launcher
from launcher import desktop, errors
from launcher.errors import FilledText, LaunchError
from launcher.startup import relocation
from launcher.window import controller, pages, texts
from launcher.window.process import ErrorReport
from server.database import migrate

pytestmark = pytest.mark.spec("17.1")


class CompleteTable(dict[str, str]):
    """Raises KeyError for a missing text instead of returning the English one."""

    def get(self, key: str, default: object = None) -> str:
        del default
        return self[key]


@pytest.fixture(autouse=True)
def complete_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "SPANISH", CompleteTable(texts.SPANISH))


def launch_errors(base: type[LaunchError] = LaunchError) -> Iterator[type[LaunchError]]:
    for each in base.__subclasses__():
        if each.__module__ == errors.__name__:
            yield each
        yield from launch_errors(each)


def string_constants() -> set[str]:
    """All strings in the code of the launcher and of the database's errors, without the table itself."""
    files = [*Path(launcher.__file__).parent.rglob("*.py"), Path(migrate.__file__)]
    nodes = (node for file in files if file.name != "texts.py" for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_titles_and_steps_of_all_launch_errors_are_translated() -> None:
    for each in launch_errors():
        for text in filter(None, (each.title, each.summary, *each.steps)):
            assert texts.translate(text, "es") != text


def test_all_pages_and_dialogs_are_translated() -> None:
    own = [
        pages.loading_page("es", has_database=False),
        pages.loading_page("es", has_database=True),
        pages.restarting_page("es"),
        pages.restart_failed_page("/logs", None, "es"),
        pages.restart_failed_page("/logs", ErrorReport("", "", details="x", language="es"), "es"),
        pages.launch_error_page(ErrorReport("", "", redirect_url="https://x", language="es")),
        pages.launch_error_page(ErrorReport("", "", language="es")),
    ]
    for page in own:
        assert '<html lang="es">' in page
    for text in (
        controller.ONE_STUDENT,
        controller.SEVERAL_STUDENTS,
        controller.CLOSE_WARNING,
        controller.CLOSE_BUTTON,
    ):
        assert texts.translate(text, "es") != text
    for text in (relocation.RELOCATED, relocation.RELOCATED_TO_ADDRESS, migrate.NEWER_POSTGRESQL_MESSAGE):
        assert texts.translate(text, "es") != text


def test_the_table_has_no_text_that_the_code_does_not_have() -> None:
    assert set(texts.SPANISH) - string_constants() == set()


def test_a_translation_has_the_placeholders_of_its_text() -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert {text for text, spanish in texts.SPANISH.items() if names(text) != names(spanish)} == set()


def test_a_report_is_translated_except_for_its_details() -> None:
    error = errors.PortInUseError("Port 8080 is in use.")
    report = ErrorReport.from_error(error, "es")
    assert (report.title, report.details) == ("Otro programa lo impide", "Port 8080 is in use.")
    assert report.steps[0] == "Cierre los programas que no necesite y elija Intentar de nuevo."
    assert ErrorReport.from_json(report.to_json()) == report


def test_a_report_of_a_message_with_values_is_translated() -> None:
    message = FilledText(desktop.OLDER_VERSION_RUNNING, running="0.9.2", own="0.10.0")
    assert ErrorReport.from_error(errors.OlderVersionRunningError(message), "es").message == (
        "GoalBucks 0.9.2 sigue abierto en esta computadora, y usted abrió GoalBucks 0.10.0. "
        "Cierre primero el anterior y vuelva a abrir el nuevo."
    )


def test_a_translated_text_contains_the_values_of_the_original() -> None:
    moved = FilledText(
        relocation.RELOCATED_TO_ADDRESS, moved_at=datetime(2026, 11, 21, tzinfo=UTC), address="https://{school}"
    )
    assert moved == "On 21 November 2026 this computer's classes moved to the school's server: https://{school}."
    assert texts.translate(moved, "es") == (
        "El 21/11/2026 las clases de esta computadora pasaron al servidor de la escuela: https://{school}."
    )


@pytest.mark.parametrize(
    ("name", "language"),
    [("es_MX", "es"), ("Spanish_Mexico", "es"), ("en_US", "en"), ("de_DE", "en"), (None, "en")],
)
def test_only_a_spanish_system_has_spanish_as_its_language(
    monkeypatch: pytest.MonkeyPatch, name: str | None, language: str
) -> None:
    monkeypatch.setattr(locale, "getlocale", lambda: (name, "UTF-8"))
    assert texts.system_language() == language
