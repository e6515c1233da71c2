"""The languages of the user interface."""

from typing import Literal

Language = Literal["en", "es"]
"""As in `<html lang>`; the texts are in ui/src/locales."""
