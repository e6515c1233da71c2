"""The expected rows of the class lists in tests/fixtures/rosters, whose README.md describes the files."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from server.domain.roster.preview_row import PreviewRow

SUFFIX = ".expected"


def _answers(text: str) -> list[str]:
    return [answer.strip() for answer in text.split(" or ")]


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """A row of a list: line, status, and if it isn't skipped first name, last name, username and identifier.

    Each field has its right answers; `none`: empty, `made`: a generated username, `absent`: no row.
    """

    fields: list[list[str]]

    def problem(self, row: PreviewRow | None) -> str | None:
        """Return how the row differs, or None."""
        lines, statuses, *values = self.fields
        if row is None:
            return None if "absent" in statuses else f"line {lines} is missing"
        if row.status not in statuses:
            return f"line {row.line} is {row.status}, not {statuses}: {row}"
        if row.status not in {"ready", "question"}:
            return None
        found = [
            row.first_name or "none",
            row.last_name or "none",
            "made" if row.username_made else row.username or "none",
            row.external_id or "none",
        ]
        wrong = [(answer, right) for answer, right in zip(found, values, strict=False) if answer not in right]
        return f"line {row.line}: {wrong}" if wrong else None


@dataclass(slots=True)
class Expectation:
    """The rows of a list or of one of its sections, and what is right besides."""

    rows: list[ExpectedRow] = field(default_factory=list)
    section: list[str] | None = None
    """Ids or names, one of which the section has."""
    may_be_refused: bool = False
    may_be_read: bool = True
    may_ask_only: bool = False
    """Rows may have other values if none of them is ready."""
    may_ask_about_letters: bool = False
    separator: str | None = None

    def problems(self, rows: Sequence[PreviewRow]) -> list[str]:
        """Return how the rows of a preview differ from these."""
        if self.may_ask_only:
            return [f"line {row.line} is ready" for row in rows if row.status == "ready"]
        by_line: dict[str, list[PreviewRow]] = defaultdict(list)
        for row in rows:
            by_line[str(row.line)].append(row)
        problems = []
        for expected in self.rows:
            found = [by_line[line] for line in expected.fields[0] if by_line[line]]
            problems.append(expected.problem(found[0].pop(0) if found else None))
        problems += [
            f"line {row.line} isn't expected: {row}"
            for left in by_line.values()
            for row in left
            if row.status not in {"skipped", "refused"}
        ]
        return [problem for problem in problems if problem]


def read_expectations(path: Path) -> list[Expectation]:
    """Read the file beside a list: one expectation for each section that it names."""
    common = Expectation()
    found = [common]
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if not line.strip() or line.startswith("#"):
            continue
        if key in {"encoding", "separator", "section"}:
            if key == "section":
                found.append(Expectation([], _answers(value), common.may_be_refused, common.may_be_read))
            elif key == "separator":
                common.separator = value.strip().replace("\\t", "\t")
        elif line.startswith("asks about letters"):
            found[-1].may_ask_about_letters = True
        elif line.startswith(("refused", "question or", "read")):
            answers = _answers(line)
            common.may_be_refused = "refused" in answers
            common.may_ask_only = "questions only" in answers or answers == ["refused", "question"]
            common.may_be_read = answers != ["refused"]
        else:
            found[-1].rows.append(ExpectedRow([_answers(each) for each in line.split("|")]))
    return [each for each in found if each.rows or each.section] or [common]
