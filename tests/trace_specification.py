"""Maps the sections of docs/specification.md to the tests that prove them.

A Python test or class names its sections by `@pytest.mark.spec("7.12", "7.13")`, a UI test or group by a comment on the
line before it: `// spec: 7.12, 7.13`. Both are read from the source, without running anything.

    python -m tests.trace_specification > build/specification-tests.md
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.factories.paths import ROOT

SPECIFICATION = ROOT / "docs" / "specification.md"
HEADING = re.compile(r"^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$", re.MULTILINE)

QUOTED = r"""(?P<quote>['"`])(?P<title>(?:\\.|(?!(?P=quote)).)*)(?P=quote)"""
UI_MARKER = re.compile(r"^(?P<indent> *)// spec: *(?P<sections>.*)$\n?(?P<next>.*)$", re.MULTILINE)
UI_BLOCK = re.compile(
    # oxfmt indents the content of a block further than its first line.
    rf"^(?P<indent> *)(?P<kind>describe|it|test)(?P<option>\.(?:skip|todo)\w*)?(?:\.each\b(?:.|\n)*?\))?\(\s*{QUOTED},",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Marker:
    """A test and the sections that it names; `problem` says why it doesn't count."""

    test: str
    sections: tuple[str, ...]
    problem: str | None = None


def read_sections(text: str) -> dict[str, str]:
    """The titles of the numbered sections by number, without those that have numbered subsections."""
    titles = dict(HEADING.findall(text))
    chapters = {number.split(".")[0] for number in titles if "." in number}
    return {number: title for number, title in titles.items() if number not in chapters}


def read_markers(root: Path = ROOT) -> list[Marker]:
    """Every marker of the Python and the UI tests."""
    python = (root / "tests").rglob("test_*.py")
    ui = (file for pattern in ("*.test.ts", "*.test.tsx") for file in (root / "ui" / "src").rglob(pattern))
    return [
        *(marker for file in sorted(python) for marker in python_markers(file, file.relative_to(root).as_posix())),
        *(marker for file in sorted(ui) for marker in ui_markers(file, file.relative_to(root).as_posix())),
    ]


def python_markers(file: Path, path: str) -> Iterator[Marker]:
    """The markers of a Python file, as `path::Class::test`."""
    text = file.read_text(encoding="utf-8")
    if "mark.spec" in text:
        yield from _marked_nodes(ast.parse(text).body, path)


def _marked_nodes(body: list[ast.stmt], path: str, *, skipped: bool = False) -> Iterator[Marker]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = f"{path}::{node.name}"
        is_skipped = skipped or any("skip" in ast.unparse(decorator) for decorator in node.decorator_list)
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.spec"):
                yield Marker(name, _arguments(decorator), _problem_of(node, skipped=is_skipped))
        if isinstance(node, ast.ClassDef):
            yield from _marked_nodes(node.body, name, skipped=is_skipped)


def _arguments(decorator: ast.Call) -> tuple[str, ...]:
    return tuple(str(ast.literal_eval(argument)) for argument in decorator.args)


def _problem_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, *, skipped: bool) -> str | None:
    if skipped:
        return "is skipped"
    return None if node.name.startswith(("test_", "Test")) else "is no test"


def ui_markers(file: Path, path: str) -> Iterator[Marker]:
    """The markers of a UI file, as `path > describe > title`."""
    text = file.read_text(encoding="utf-8")
    if "// spec:" not in text:
        return
    names = dict(_ui_tests(text))
    for marker in UI_MARKER.finditer(text):
        sections = tuple(section.strip() for section in marker["sections"].split(","))
        name, skipped = names.get(marker.start("next"), (None, False))
        if name is None:
            line = text.count("\n", 0, marker.start()) + 1
            yield Marker(f"{path}:{line}", sections, "is before no test")
        else:
            yield Marker(f"{path} > {name}", sections, "is skipped" if skipped else None)


def _ui_tests(text: str) -> Iterator[tuple[int, tuple[str, bool]]]:
    """The name of each test and group by its position, and whether it is skipped."""
    around: list[tuple[int, str, bool]] = []
    for block in UI_BLOCK.finditer(text):
        depth = len(block["indent"])
        around = [each for each in around if each[0] < depth]
        title = re.sub(r"\\(.)", r"\1", block["title"])
        around.append((depth, title, block["option"] is not None))
        yield block.start(), (" > ".join(each[1] for each in around), any(each[2] for each in around))
        if block["kind"] != "describe":
            around.pop()


def find_problems(sections: dict[str, str], markers: list[Marker]) -> list[str]:
    """Sections without a test and invalid markers, one sentence each."""
    proved = {section for marker in markers for section in marker.sections if marker.problem is None}
    return [
        *(
            f"specification {number} ({title}) has no test"
            for number, title in sections.items()
            if number not in proved
        ),
        *(
            f"{marker.test} names {section!r}, which is no section without subsections"
            for marker in markers
            for section in marker.sections or ("",)
            if section not in sections
        ),
        *(f"{marker.test} {marker.problem}" for marker in markers if marker.problem),
    ]


def format_table(sections: dict[str, str], markers: list[Marker]) -> str:
    """The sections with their tests, as Markdown."""
    tests: dict[str, list[str]] = defaultdict(list)
    for marker in markers:
        for section in marker.sections:
            tests[section].append(f"`{marker.test}`")
    rows = [f"| {number} | {title} | {'<br>'.join(tests[number])} |" for number, title in sections.items()]
    return "\n".join(["| Section | Title | Tests |", "|---|---|---|", *rows])


if __name__ == "__main__":
    table = format_table(read_sections(SPECIFICATION.read_text(encoding="utf-8")), read_markers())
    sys.stdout.write(f"{table}\n")
