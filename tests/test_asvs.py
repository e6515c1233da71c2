"""docs/asvs.md lists every requirement once and names only tests that exist."""

import ast
import re
from collections import Counter
from functools import cache

from tests.factories.paths import ROOT

PAGE = (ROOT / "docs" / "asvs.md").read_text("utf-8")
ROW = re.compile(r"^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (met|partly|no|n/a) \| (.+) \|$", re.MULTILINE)
TEST_REFERENCE = re.compile(r"`((?:tests|ui)/[\w./-]+)::([^`]+)`")
ROWS = [(match[1].split(", "), match[2], match[3]) for match in ROW.finditer(PAGE)]


@cache
def referenced_tests(path: str) -> frozenset[str]:
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(".tsx"):
        return frozenset(re.findall(r"^\s*it\('([^']+)'", text, re.MULTILINE))
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


def test_every_asvs_requirement_of_levels_1_and_2_is_listed_once() -> None:
    lines = (ROOT / "tests" / "asvs_ids.txt").read_text("utf-8").splitlines()
    wanted = [number for line in lines if not line.startswith("#") for number in line.split()]
    assert len(wanted) == 253
    assert Counter(number for numbers, _, _ in ROWS for number in numbers) == Counter(wanted)


def test_every_table_row_of_the_asvs_page_has_a_valid_form() -> None:
    rows = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    assert len(rows) == len(ROWS)


def test_the_totals_of_the_asvs_page_match_its_rows() -> None:
    counted = Counter(status for numbers, status, _ in ROWS for _ in numbers)
    totals = ", ".join(f"{counted[status]} {status}" for status in ("met", "partly", "no", "n/a"))
    assert f"\n{totals}.\n" in PAGE


def test_every_test_that_the_asvs_page_names_exists() -> None:
    named = TEST_REFERENCE.findall(PAGE)
    assert len(named) > 100
    assert [f"{path}::{name}" for path, name in named if name not in referenced_tests(path)] == []
