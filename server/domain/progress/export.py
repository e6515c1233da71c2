"""Balances as a file that a spreadsheet opens and that can't make it calculate."""

import csv
import io
from collections.abc import Iterable
from unicodedata import category

from server.domain.progress.queries import BalanceRow
from server.schema import UNSEEN

HEADINGS = ("Last name", "First name", "Username", "GoalBucks", "Earned", "Spent", "Goals completed")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for a formula's beginning (OWASP, CSV injection), in Asian widths too."""


def balances_csv(rows: Iterable[BalanceRow]) -> bytes:
    """The file: UTF-8 with a mark, without which Excel misreads names; a text like a formula gets an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(HEADINGS)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def harmless(cell: str | int) -> str | int:
    """The cell; a text that a spreadsheet would take for a formula with an apostrophe before it."""
    if not isinstance(cell, str) or cell[:1].isalnum():  # most are plain texts, of which an export has a million
        return cell
    seen = "".join(char for char in cell if category(char) not in UNSEEN or char in _FORMULA)
    return f"'{cell}" if seen.startswith(_FORMULA) else cell
