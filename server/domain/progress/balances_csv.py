"""CSV export of balances, protected against formula injection."""

import csv
import io
from collections.abc import Iterable
from unicodedata import category

from server.domain.progress.queries import BalanceRow
from server.schema import INVISIBLE_CATEGORIES
from server.texts.file_texts import translate
from server.texts.language import Language

CSV_HEADER = ("Last name", "First name", "Username", "GoalBucks", "Earned", "Spent", "Goals completed")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters that start a formula in a spreadsheet (OWASP, CSV injection), full-width forms included."""


def balances_csv(rows: Iterable[BalanceRow], language: Language) -> bytes:
    """Encode the rows as CSV in UTF-8 with a byte-order mark, without which Excel misreads names."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([translate(heading, language) for heading in CSV_HEADER])
    for row in rows:
        writer.writerow([escape_formula(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def escape_formula(cell: str | int) -> str | int:
    """Prefix a text with an apostrophe if a spreadsheet would evaluate it as a formula."""
    if not isinstance(cell, str) or cell[:1].isalnum():  # fast path: an export may have a million cells
        return cell
    visible = "".join(char for char in cell if category(char) not in INVISIBLE_CATEGORIES or char in _FORMULA_STARTS)
    return f"'{cell}" if visible.startswith(_FORMULA_STARTS) else cell
