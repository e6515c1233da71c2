"""Reports for families as Firefox prints them; test_reports.py has those of Chromium."""

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import LAPTOP
from tests.e2e.engines.firefox import FirefoxPage, open_firefox, requires_firefox
from tests.e2e.gallery import Language
from tests.e2e.printed_pages import read_pages
from tests.e2e.progress_scenes import REPORT_COUNT, crowd_reports
from tests.e2e.test_reports import LAST_LINES, PRINT_BUTTONS
from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass, seed
from tests.factories.server_process import ServerProcess

PAPERS = {"letter": (21.59, 27.94), "a4": (21.0, 29.7)}
"""Sizes in centimetres."""
MARGIN = 1.0
PREPARE = """(reports) => {
  window.print = () => undefined;
  const originalFetch = window.fetch;
  window.fetch = (resource, options) => /\\/reports\\?/.test(resource.url ?? resource)
    ? Promise.resolve(Response.json(JSON.parse(reports)))
    : originalFetch(resource, options);
}"""
"""Prevents the print dialog, and replaces the reports."""
WAIT_FOR_SHEETS = """async (count) => {
  while (document.querySelectorAll('.print-alone .report-sheet').length < count)
    await new Promise((resolve) => setTimeout(resolve, 50));
}"""
PATHS: dict[Language, tuple[str, str]] = {
    "en": ("Progress", "Conference Reports"),
    "es": ("Progreso", "Informes para familias"),
}
"""The tab of the class page and the link there that lead to the reports."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=3)


@pytest.mark.long
@requires_firefox
@pytest.mark.spec("23.5")
def test_firefox_prints_every_report_on_one_page(
    server: ServerProcess, seeded_class: SeededClass, tmp_path: Path
) -> None:
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        _, reports = teacher.request("GET", f"/api/classrooms/{seeded_class.id}/reports?time=term")
    crowd_reports(reports)
    profile = tmp_path / "firefox"
    profile.mkdir()
    with open_firefox(profile) as connection:
        page = FirefoxPage(connection, LAPTOP)
        page.open(server.local_url)
        page.click("button", "Teacher Login")
        page.fill("Email", EMAIL)
        page.fill("Password", PASSWORD)
        page.click("button", "Teacher Login")
        page.wait_for("button", "Bulk Add Goal (0)")
        for language, (tab, link) in PATHS.items():
            for paper, size in PAPERS.items():
                page.run("(language) => localStorage.setItem('language', language)", language)
                page.run("(paper) => localStorage.setItem('paper', paper)", paper)
                page.open(f"{server.local_url}/teacher/class/{seeded_class.id}")
                page.run(PREPARE, json.dumps(reports))
                page.click("tab", tab)
                page.click("link", link)
                page.click("button", PRINT_BUTTONS[language])
                page.run(WAIT_FOR_SHEETS, REPORT_COUNT)
                file = tmp_path / f"{language}-{paper}.pdf"
                file.write_bytes(page.print(*size, MARGIN))
                sheets = read_pages(file)
                assert len(sheets) == REPORT_COUNT, (language, paper)
                assert all(LAST_LINES[language] in sheet.text for sheet in sheets)
