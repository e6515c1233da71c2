"""Each section of docs/specification.md has a test that isn't skipped (tests/trace_specification.py)."""

from pathlib import Path

import pytest

from tests.factories.paths import ROOT
from tests.trace_specification import (
    SPECIFICATION,
    Marker,
    find_problems,
    format_table,
    python_markers,
    read_markers,
    read_sections,
    ui_markers,
)

SECTIONS = {"1.1": "Purpose", "2": "Limits"}


def test_each_section_has_a_test_and_each_marker_a_section() -> None:
    sections = read_sections(SPECIFICATION.read_text(encoding="utf-8"))
    assert len(sections) > 100
    problems = find_problems(sections, read_markers(ROOT))
    assert not problems, "\n".join(problems)


def test_a_chapter_with_subsections_needs_no_test_of_its_own() -> None:
    assert read_sections("# Title\n\n## 1. A\n\n### 1.1 Purpose\n\n## 2. Limits\n\n## Index\n") == SECTIONS


@pytest.mark.parametrize(
    ("markers", "problem"),
    [
        ([Marker("a", ("1.1",))], "specification 2 (Limits) has no test"),
        ([Marker("a", ("1.1", "2", "9.9"))], "a names '9.9', which is no section without subsections"),
        ([Marker("a", ("1.1", "2")), Marker("b", ())], "b names '', which is no section without subsections"),
        ([Marker("a", ("1.1", "2")), Marker("b", ("2",), "is skipped")], "b is skipped"),
        ([Marker("a", ("1.1",)), Marker("b", ("2",), "is skipped")], "specification 2 (Limits) has no test"),
    ],
)
def test_a_section_without_a_valid_test_is_a_problem(markers: list[Marker], problem: str) -> None:
    assert find_problems(SECTIONS, [Marker("a", ("1.1", "2"))]) == []
    assert problem in find_problems(SECTIONS, markers)


def test_python_markers_are_read_from_functions_and_classes(tmp_path: Path) -> None:
    file = tmp_path / "test_a.py"
    file.write_text(
        '@pytest.mark.spec("1.1", "2")\n@mark.parametrize("x", ["y"])\ndef test_a(): ...\n'
        "def test_without(): ...\n"
        '@pytest.mark.spec("2")\n@pytest.mark.skip\ndef test_b(): ...\n'
        '@pytest.mark.spec("2")\nclass TestC:\n    @pytest.mark.spec("1.1")\n    async def test_d(self): ...\n'
        '@pytest.mark.skipif(True, reason="")\nclass TestE:\n    @pytest.mark.spec("1.1")\n    def test_f(self): ...\n'
        '@pytest.mark.spec("2")\ndef helper(): ...\n'
    )
    assert list(python_markers(file, "a.py")) == [
        Marker("a.py::test_a", ("1.1", "2")),
        Marker("a.py::test_b", ("2",), "is skipped"),
        Marker("a.py::TestC", ("2",)),
        Marker("a.py::TestC::test_d", ("1.1",)),
        Marker("a.py::TestE::test_f", ("1.1",), "is skipped"),
        Marker("a.py::helper", ("2",), "is no test"),
    ]


def test_ui_markers_are_read_from_the_line_before_a_test_or_group(tmp_path: Path) -> None:
    file = tmp_path / "a.test.ts"
    file.write_text(
        "// spec: 2\ndescribe('a toast', () => {\n"
        "  // spec: 1.1, 2\n  it('goes', () => {});\n"
        "  // spec: 1.1\n  it.skip('stays', () => {});\n"
        "  // spec: 1.1\n  it.each([\n    ['x', () => f(1)],\n  ] as const)(\n    \"isn't %s\",\n    () => {});\n"
        "});\n"
        "describe.skip('others', () => {\n  // spec: 1.1\n  it('wait', () => {});\n});\n"
        "// spec: 2\ntest('alone', () => {});\n"
        "// spec: 2\nconst nothing = 1;\n"
    )
    assert list(ui_markers(file, "a.ts")) == [
        Marker("a.ts > a toast", ("2",)),
        Marker("a.ts > a toast > goes", ("1.1", "2")),
        Marker("a.ts > a toast > stays", ("1.1",), "is skipped"),
        Marker("a.ts > a toast > isn't %s", ("1.1",)),
        Marker("a.ts > others > wait", ("1.1",), "is skipped"),
        Marker("a.ts > alone", ("2",)),
        Marker("a.ts:20", ("2",), "is before no test"),
    ]


def test_the_table_lists_the_tests_of_each_section() -> None:
    table = format_table(SECTIONS, [Marker("a", ("1.1", "2")), Marker("b", ("2",))])
    assert table.splitlines()[2:] == ["| 1.1 | Purpose | `a` |", "| 2 | Limits | `a`<br>`b` |"]
