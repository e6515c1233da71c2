"""Sheets of login cards as Firefox prints them; test_login_cards.py has those of Chromium."""

from pathlib import Path

import pytest

from tests.e2e.conftest import LAPTOP
from tests.e2e.engines.firefox import FirefoxPage, open_firefox, requires_firefox
from tests.e2e.printed_pages import read_pages
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass, seed
from tests.factories.server_process import ServerProcess

STUDENTS = 9
PAPERS = {"letter": (21.59, 27.94), "a4": (21.0, 29.7)}
"""Sizes in centimetres."""
MARGIN = 1.0
PREPARE = """(url) => {
  window.print = () => undefined;
  const originalFetch = window.fetch;
  window.fetch = async (resource, options) => {
    const answer = await originalFetch(resource, options);
    if (!/\\/api\\/network$/.test(resource.url ?? resource)) return answer;
    return Response.json({ ...(await answer.json()), url, address: new URL(url).hostname });
  };
}"""
"""Prevents the print dialog, and gives the computer an address, since the test's server isn't announced."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class of nine students, whose cards are two sheets."""
    return seed(tmp_path / "data", students=STUDENTS)


@pytest.mark.long
@requires_firefox
@pytest.mark.spec("2.33")
@pytest.mark.usefixtures("seeded_class")
def test_firefox_prints_eight_cards_a_sheet(server: ServerProcess, tmp_path: Path) -> None:
    profile = tmp_path / "firefox"
    profile.mkdir()
    with open_firefox(profile) as connection:
        page = FirefoxPage(connection, LAPTOP)
        page.open(server.local_url)
        page.run(PREPARE, server.lan_url)
        page.click("button", "Teacher Login")
        page.fill("Email", EMAIL)
        page.fill("Password", PASSWORD)
        page.click("button", "Teacher Login")
        for paper, size in PAPERS.items():
            page.run("(paper) => localStorage.setItem('paper', paper)", paper)
            page.click("button", "Login Cards")
            page.click("button", f"Make and Print {STUDENTS} Cards")
            page.wait_for("heading", "Did the cards come out well?")
            file = tmp_path / f"{paper}.pdf"
            file.write_bytes(page.print(*size, MARGIN))
            codes = [sheet.read_codes() for sheet in read_pages(file)]
            assert [len(each) for each in codes] == [8, 1]
            assert all(url.startswith(f"{server.lan_url}/card#") for each in codes for url in each)
            page.click("button", "Done")
