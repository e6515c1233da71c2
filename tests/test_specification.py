"""The traced specification: each statement has a row in specification.md, each row a test that exists."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLES = (ROOT / "tests" / "specification.md").read_text(encoding="utf-8")

ENTRIES = {0: 1, 1: 5, 2: 31, 3: 11, 4: 7, 5: 16, 6: 5, 7: 43, 8: 25, 9: 13}
"""How many headings, bullets and paragraphs of the specification the outline has, by section."""

HEADER = "| Place | Statement | Test |"


@dataclass(frozen=True)
class Row:
    """A statement, where the specification makes it, and what proves it."""

    line: int
    section: int
    place: str
    statement: str
    tests: str


@dataclass(frozen=True)
class Specification:
    rows: list[Row]
    """By place, such as "2.1.3": the first words there."""
    outline: dict[str, str]
    malformed: list[str]


def read(text: str) -> Specification:
    rows, outline, malformed = [], {}, []
    section = -1
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := re.match(r"## (?:(\d)\. .+|Outline)$", line):
            section = int(heading[1] or -1)
        elif entry := re.fullmatch(r" *- (\d(?:\.\d+)*)\.? (.+)", line):
            outline[entry[1]] = entry[2]
        elif line.startswith("|") and line != HEADER and not re.fullmatch(r"[|\- ]+", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 3 and all(cells):
                rows.append(Row(number, section, *cells))
            else:
                malformed.append(f"line {number}: a row has three cells, not {len(cells)}, and none is empty")
    return Specification(rows, outline, malformed)


def problems(text: str) -> list[str]:
    """Everything that is wrong with the tables, a sentence each."""
    specification = read(text)
    return [
        *specification.malformed,
        *outline_problems(specification),
        *(f"line {row.line}: {problem}" for row in specification.rows for problem in row_problems(specification, row)),
    ]


def outline_problems(specification: Specification) -> Iterator[str]:
    for section, entries in ENTRIES.items():
        found = sum(place.split(".")[0] == str(section) for place in specification.outline)
        if found != entries:
            yield f"section {section} has {entries} entries in the specification, {found} in the outline"
        if not any(row.section == section for row in specification.rows):
            yield f"section {section} has no row"
    places = {row.place for row in specification.rows}
    for place, words in specification.outline.items():
        # A heading has its rows beneath it; a bullet states something itself, whatever stands beneath.
        is_heading = place.count(".") < 2
        beneath = is_heading and any(other.startswith(f"{place}.") for other in places)
        if place not in places and not beneath:
            yield f"{place} ({words}) has no row"


def row_problems(specification: Specification, row: Row) -> Iterator[str]:
    if row.place not in specification.outline:
        yield f"{row.place} is no place of the outline"
    elif row.place.split(".")[0] != str(row.section):
        yield f"{row.place} stands in the table of section {row.section}"
    if not re.fullmatch(r"`[^`]+`(?:<br>`[^`]+`)*", row.tests):
        yield f'"{row.tests}" is neither `a test` nor some with <br> between them'
        return
    for test in row.tests.strip("`").split("`<br>`"):
        if not exists(test):
            yield f"there is no test `{test}`"


def exists(test: str) -> bool:
    if "::" in test:
        return python_test_exists(test)
    name, case = without_case(test)
    path, *titles = name.split(" > ")
    return titles in vitest_titles(ROOT / path) and case in source(ROOT / path)


def without_case(test: str) -> tuple[str, str]:
    """A test's name, and the case of a parametrised one: "takes %s[a PNG]", "test_may[GET /api/health]"."""
    name, _, case = test.partition("[")
    return name, case.removesuffix("]")


@cache
def source(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def python_test_exists(test: str) -> bool:
    """`path::function` or `path::Class::function`, and the file, or a table that it imports, names the case."""
    name, case = without_case(test)
    path, *names = name.split("::")
    file = ROOT / path
    if not (path.startswith("tests/") and file.is_file() and tuple(names) in python_tests(file)):
        return False
    return any(case in source(each) for each in (file, *imported(file)))


@cache
def imported(file: Path) -> list[Path]:
    """The modules of the same folder that a test takes something from."""
    paths = [
        ROOT / f"{node.module.replace('.', '/')}.py"
        for node in ast.parse(source(file)).body
        if isinstance(node, ast.ImportFrom) and node.module
    ]
    return [path for path in paths if path.parent == file.parent and path.is_file()]


@cache
def python_tests(file: Path) -> set[tuple[str, ...]]:
    """The tests of a file, each as the names of its class, if it has one, and its own."""
    return set(names_of_tests(ast.parse(source(file)).body))


def names_of_tests(body: list[ast.stmt]) -> Iterator[tuple[str, ...]]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if any("skip" in ast.unparse(mark) for mark in node.decorator_list):
            continue
        if isinstance(node, ast.ClassDef):
            yield from ((node.name, *names) for names in names_of_tests(node.body))
        elif node.name.startswith("test_"):
            yield (node.name,)


QUOTED = r"""(?P<quote>['"`])(?P<title>(?:\\.|(?!(?P=quote)).)*)(?P=quote)"""
BLOCK = re.compile(
    # Prettier keeps the form: what is inside stands further in. `.skip` and `.todo` are no tests.
    rf"^(?P<indent> *)(?P<kind>describe|it|test)(?:\.each\b(?:.|\n)*?\))?\(\s*{QUOTED},",
    re.MULTILINE,
)


@cache
def vitest_titles(file: Path) -> list[list[str]]:
    """The tests of a file, each as the titles of its `describe`s and its own."""
    if not (re.fullmatch(r"ui/src/.+\.test\.tsx?", file.relative_to(ROOT).as_posix()) and file.is_file()):
        return []
    found: list[list[str]] = []
    around: list[tuple[int, str]] = []
    for block in BLOCK.finditer(source(file)):
        depth = len(block["indent"])
        around = [(outer, title) for outer, title in around if outer < depth]
        title = re.sub(r"\\(.)", r"\1", block["title"])
        if block["kind"] == "describe":
            around.append((depth, title))
        else:
            found.append([*(outer for _, outer in around), title])
    return found


def test_each_statement_has_a_row_and_each_row_a_test() -> None:
    found = problems(TABLES)
    assert not found, "\n".join(found)


TEST = "`tests/test_specification.py::test_each_statement_has_a_row_and_each_row_a_test`"
BROKEN: dict[str, tuple[Callable[[str], str], str]] = {
    "a Python test that is gone": (
        lambda text: text.replace("|\n|", f"|\n| 9.1 | A | {TEST[:-1]}s` |\n|", 1),
        "there is no test `tests/test_specification.py::test_each_statement_has_a_row_and_each_row_a_tests`",
    ),
    "a test of the UI that is gone": (
        lambda text: text.replace(" > is an error of status and body`", " > is an error`"),
        "there is no test `ui/src/api/client.test.ts > a refused call > is an error`",
    ),
    "a test under another heading": (
        lambda text: text.replace(" > a refused call > is an error of", " > a call > is an error of"),
        "there is no test `ui/src/api/client.test.ts > a call > is an error of status and body`",
    ),
    "a file that is none of tests": (
        lambda text: text.replace("`ui/src/api/client.test.ts > ", "`ui/src/api/client.ts > "),
        "there is no test `ui/src/api/client.ts > a refused call > is an error of status and body`",
    ),
    "a section without rows": (
        lambda text: re.sub(r"^\| 9\..*\n", "", text, flags=re.MULTILINE),
        "section 9 has no row",
    ),
    "a subsection without rows": (
        lambda text: re.sub(r"^\| 2\.4\..*\n", "", text, flags=re.MULTILINE),
        "2.4 (Student routes) has no row",
    ),
    "a bullet without rows": (
        lambda text: re.sub(r"^\| 2\.3\.6 .*\n", "", text, flags=re.MULTILINE),
        "2.3.6 (/teacher/goals: placeholder page.) has no row",
    ),
    "an outline that is too short": (
        lambda text: re.sub(r"^ *- 2\.3\.6 .*\n", "", text, flags=re.MULTILINE),
        f"section 2 has {ENTRIES[2]} entries in the specification, {ENTRIES[2] - 1} in the outline",
    ),
    "a row without a test": (
        lambda text: text.replace("|\n|", "|\n| 9.1 | Later | |\n|", 1),
        "a row has three cells, not 3, and none is empty",
    ),
    "a bar in a statement": (
        lambda text: text.replace("|\n|", f"|\n| 9.1 | A | B | {TEST} |\n|", 1),
        "a row has three cells, not 4, and none is empty",
    ),
    "a test in words": (
        lambda text: text.replace("|\n|", "|\n| 9.1 | A | seen by eye |\n|", 1),
        '"seen by eye" is neither `a test` nor some with <br> between them',
    ),
    "a row of another section": (
        lambda text: text.replace("|\n|", f"|\n| 9.1 | A | {TEST} |\n|", 1),
        "9.1 stands in the table of section 0",
    ),
    "a place that is none": (
        lambda text: text.replace("|\n|", f"|\n| 9.99 | A | {TEST} |\n|", 1),
        "9.99 is no place of the outline",
    ),
    "an issue that is to build it": (
        lambda text: text.replace("|\n|", "|\n| 0 | Students fly | issue 99: wings |\n|", 1),
        '"issue 99: wings" is neither `a test` nor some with <br> between them',
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_it_would_fail_with(case: str) -> None:
    spoil, sentence = BROKEN[case]
    spoiled = spoil(TABLES)
    assert spoiled != TABLES
    found = problems(spoiled)
    assert [problem for problem in found if problem.removesuffix(sentence) != problem], found[:5]


def test_a_test_that_is_skipped_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "ui/src").mkdir(parents=True)
    (tmp_path / "ui/src/a.test.ts").write_text(
        "describe('a toast', () => {\n"
        "  it('goes', () => {});\n"
        "  it.skip('stays', () => {});\n"
        "  it.each([\n    ['x', () => f(1)],\n  ] as const)(\n    \"isn't %s\",\n    () => {});\n"
        "});\n"
        "test('alone', () => {});\n"
    )
    assert vitest_titles(tmp_path / "ui/src/a.test.ts") == [["a toast", "goes"], ["a toast", "isn't %s"], ["alone"]]
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text(
        "@mark.parametrize('x', ['one'])\ndef test_a(): ...\n"
        "@mark.skip\ndef test_b(): ...\n"
        "class TestC:\n    def test_d(self): ...\n"
    )
    assert exists("tests/test_a.py::test_a")
    assert exists("tests/test_a.py::test_a[one]")
    assert exists("tests/test_a.py::TestC::test_d")
    for absent in ("::test_a[two]", "::test_b", "::test_d", "::TestC", "::TestC::test_e"):
        assert not exists(f"tests/test_a.py{absent}")
