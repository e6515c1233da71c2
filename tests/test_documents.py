"""The project's documents and editor settings."""

import configparser
import json
import re
import tomllib
from pathlib import Path

from tests.factories.paths import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
PATH = re.compile(r"`((?:server|launcher|ui/src|tests|packaging|docs|requirements)/[^`\s:<{]*[^`\s:<{.])[`:]")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def links(page: Path) -> list[str]:
    """Relative link targets of a page, without fragments."""
    found = [(first or second).partition("#")[0] for first, second in LINK.findall(page.read_text("utf-8"))]
    return [each for each in found if each and ":" not in each]


def test_every_link_between_documents_leads_to_a_file() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {each}"
        for page in PAGES
        for each in links(page)
        if not (page.parent / each).exists()
    ]
    assert broken == []


def test_every_link_to_a_heading_leads_to_one() -> None:
    broken = []
    for page in PAGES:
        found = (first or second for first, second in LINK.findall(page.read_text("utf-8")))
        for file, _, anchor in (each.partition("#") for each in found if "#" in each and ":" not in each):
            headings = HEADING.findall((page.parent / file if file else page).read_text("utf-8"))
            if anchor not in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}:
                broken.append(f"{page.relative_to(ROOT)}: {file}#{anchor}")
    assert broken == []


def test_every_path_that_a_document_names_exists() -> None:
    named = {(page, path) for page in PAGES for path in PATH.findall(page.read_text("utf-8"))}
    assert len(named) > 50
    missing = [f"{page.relative_to(ROOT)}: {path}" for page, path in named if not any(ROOT.glob(path))]
    assert sorted(missing) == []


def test_every_decision_is_in_the_index() -> None:
    decisions = ROOT / "docs" / "decisions"
    assert [*dict.fromkeys(links(decisions / "README.md"))] == sorted(each.name for each in decisions.glob("0*.md"))


def test_the_guide_has_the_same_answers_in_each_language_and_all_in_its_index() -> None:
    folders = sorted((ROOT / "docs" / "guide").iterdir())
    assert [folder.name for folder in folders] == ["en", "es"]
    for folder in folders:
        answers = sorted(page.name for page in folder.glob("*.md") if page.name != "README.md")
        assert sorted(each for each in links(folder / "README.md") if "/" not in each) == answers
        assert answers == sorted(page.name for page in folders[0].glob("*.md") if page.name != "README.md")


def test_the_readme_links_to_the_pages_that_a_contributor_needs() -> None:
    needed = {"LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}
    assert needed <= set(links(ROOT / "README.md"))


def test_the_editorconfig_matches_the_formatters() -> None:
    editors = configparser.ConfigParser(delimiters=["="])
    editors.read_string((ROOT / ".editorconfig").read_text().replace("root = true", "", 1))
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]
    oxfmt = json.loads((ROOT / ".oxfmtrc.json").read_text())
    assert editors["*.{py,pyi,spec}"]["max_line_length"] == str(ruff["line-length"])
    assert editors["*.{ts,tsx,js,css,html}"]["max_line_length"] == str(oxfmt["printWidth"])
