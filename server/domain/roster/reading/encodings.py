"""Finds the encoding of a text file, by its bytes and by how likely its words are as names.

Lists of names are too short for detectors that compare frequencies of letters (docs/decisions/0070).
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final, Literal, get_args
from unicodedata import category, name, normalize

Encoding = Literal[
    "utf-8",
    "utf-16",
    "cp1252",
    "mac-roman",
    "iso8859-15",
    "cp1250",
    "cp1251",
    "cp1254",
    "cp850",
    "cp437",
    "shift_jis",
    "gb18030",
    "big5",
    "euc-kr",
]
"""The encodings that a teacher can choose."""
_ENCODINGS: Final[tuple[str, ...]] = get_args(Encoding)
_UTF_16: Final = "utf-16"
_CANDIDATES: Final = _ENCODINGS[2:]
"""Encodings of files that aren't Unicode, the most frequent first: of equally likely ones the first is used."""
_CERTAIN: Final = frozenset({"cp1252", "mac-roman", "cp1251"})
"""Encodings that are used without asking if every word is likely. The others can be mistaken for one another."""
_HEAD_BYTES: Final = 200
_SAMPLE_LINES: Final = 500
_SAMPLE_BYTES: Final = 500_000

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CONTINUATION: Final = re.escape(bytes(range(0x80, 0xC0)).decode("cp1252", "ignore")) + "\x80-\x9f"
# A pattern that begins with a repetition starts only where the one before has ended: elsewhere a long line without a
# match would take quadratic time.
_ENCODED_TWICE: Final = re.compile(f"(?<![^\r\n])[^\r\n]*[\xc2-\xf4][{_CONTINUATION}][^\r\n]*")
"""A line with the first two bytes of a letter in UTF-8, read as Windows-1252."""
_MIN_FOREIGN_LENGTH: Final = 4
"""A Latin word of so many letters has one of a to z."""
_RIVALS: Final = {"mac-roman": ("cp850", "cp437")}
"""Encodings in which the same names may be as likely."""
_END_OF_FILE: Final = b"\x1a"
"""The last byte of files of DOS programs."""
_NOT_ASCII: Final = re.compile(rb"(?<![^\r\n])[^\r\n]*[\x80-\xff][^\r\n]*")
"""A line with bytes that aren't ASCII."""
_BLANK: Final = re.compile("\u00a0(?![a-z])")
"""A non-breaking blank; within a word it may be another encoding's á."""
_WORD: Final = re.compile(r"[^ \t\r\n,;|\t\"()ªº/.'\u2019\u2018\u201c\u201d&+:*<>\[\]-]+")
_APOSTROPHES_IN_WORDS: Final = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}[\u2018\u2019](?=[^\W\d_]*[a-z]|\s|$)")
"""A curly quotation mark after letters, which may be another encoding's ë or í; names have it after one letter."""
_UNLIKELY_LETTERS: Final = re.compile(
    r"""
      è(?=[aeiouyáéíóúý]|$) | ñ(?![aeiouáéíóúü]) | õ(?!e) | [ìùò](?!$) | ý(?!$)   # in western languages
    | ø(?=[aiouáéíóú]) | (?<![aeiouáé])ï | [ðþ]
    | ^ğ                                                                          # in Turkish
    | ^[бвгджзйклмнпстфхцчшщ]{2,}$ | (?<=[бвгджзклмнпстфхцчшщ])й                   # in Russian
    """,
    re.VERBOSE,
)
"""Letters where names of the languages of an encoding don't have them, mostly letters of another one, misread."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, its encoding, and whether another encoding may be the right one. U+FFFD stands for undecodable bytes."""

    text: str
    encoding: str
    uncertain: bool = False


def decode(data: bytes, encoding: str | None = None) -> DecodedText | None:
    """Decode with `encoding`, else with the most likely one; return None for data that isn't a text."""
    data = data.rstrip(_END_OF_FILE)
    if encoding is not None:
        return DecodedText(_decode_unicode(data) or data.decode(encoding, "replace"), encoding)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return DecodedText(data.decode(_UTF_16, "replace"), _UTF_16)
    if b"\0" in data[:_HEAD_BYTES]:
        wide = max(("utf-16-le", "utf-16-be"), key=lambda each: _count_separators(data, each))
        text = data.decode(wide, "replace")
        return DecodedText(text, wide) if _count_separators(data, wide) and not _CONTROL.search(text) else None
    if (unicode := _decode_utf_8(data)) is not None:
        return unicode
    found, certain = _find_encoding(match[0] for match in _NOT_ASCII.finditer(data))
    return DecodedText(data.decode(found, "replace"), found, uncertain=not certain)


def _count_separators(data: bytes, encoding: str) -> int:
    return sum(data[:_HEAD_BYTES].decode(encoding, "ignore").count(each) for each in "\t\r\n ,;|")


def _decode_unicode(data: bytes) -> str | None:
    """Decode data whose byte-order mark leaves no choice."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode(_UTF_16, "replace")
    return data.decode("utf-8-sig", "replace") if data.startswith(codecs.BOM_UTF8) else None


def _decode_utf_8(data: bytes) -> DecodedText | None:
    """Decode as UTF-8, unless most lines with other bytes than ASCII aren't; those lines by their own likelihood.

    Lists from two sources that were joined have lines in two encodings.
    """
    if _is_utf_8(data):
        return DecodedText(decode_twice(data.decode("utf-8-sig").lstrip("\ufeff")), "utf-8")
    are_utf_8 = Counter(_is_utf_8(match[0]) for match in _NOT_ASCII.finditer(data))
    if are_utf_8[False] > are_utf_8[True]:
        return None
    others = (match[0] for match in _NOT_ASCII.finditer(data) if not _is_utf_8(match[0]))
    rest, certain = _find_encoding(others)
    text = _NOT_ASCII.sub(lambda match: _to_utf_8(match[0], rest), data).decode("utf-8-sig")
    return DecodedText(decode_twice(text), "utf-8", uncertain=not certain)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _to_utf_8(line: bytes, encoding: str) -> bytes:
    return line if _is_utf_8(line) else line.decode(encoding, "replace").encode()


def decode_twice(text: str) -> str:
    """Decode lines that were encoded twice, such as "JosÃ©"; as Windows-1252 real letters aren't valid UTF-8."""
    return _ENCODED_TWICE.sub(lambda match: _decode_line_twice(match[0]), text) if not text.isascii() else text


def _decode_line_twice(line: str) -> str:
    try:
        # The bytes that Windows-1252 doesn't have become control characters of the same number.
        encoded = b"".join(bytes([ord(char)]) if "\x80" <= char <= "\x9f" else char.encode("cp1252") for char in line)
        return encoded.decode()
    except UnicodeError:
        return line


def _find_encoding(lines: Iterable[bytes]) -> tuple[str, bool]:
    """Return the encoding in which the words of the first lines are the most likely, and whether it is certain."""
    sample = b"\n".join(islice(lines, _SAMPLE_LINES))[:_SAMPLE_BYTES]
    found = [(_likelihood(sample.decode(encoding, "replace")), encoding) for encoding in _CANDIDATES]
    best, encoding = max(found, key=lambda each: each[0])
    rivals = [each for likelihood, each in found if likelihood == 1 and each in _RIVALS.get(encoding, ())]
    return encoding, best == 1 and encoding in _CERTAIN and not rivals


def _likelihood(text: str) -> float:
    """Return the share of likely words among those with letters beyond ASCII, or 1 without such words."""
    words = _WORD.findall(_BLANK.sub(" ", text))
    special = [normalize("NFC", word) for word in words if not word.isascii()]
    special += _APOSTROPHES_IN_WORDS.findall(text)
    plain = [word for word in words if word.isascii() and word.isalpha()]
    are_capitalized = sum(word[0].isupper() for word in plain) * 2 > len(plain)
    likely = sum(
        is_likely_word(word) and not (are_capitalized and not word[0].isascii() and word[0].islower())
        for word in special
    )
    return likely / len(special) if special else 1


def is_likely_name(text: str, encoding: str | None = "utf-8") -> bool:
    """Whether all words of a text are likely, and no letters were replaced by question marks; None: a workbook."""
    is_unicode = encoding is None or encoding.startswith("utf")
    words = _WORD.findall(normalize("NFC", text))
    return "?" not in text and all(is_likely_word(word, is_unicode=is_unicode) for word in words)


def is_likely_word(word: str, *, is_unicode: bool = False) -> bool:
    """Whether a word of a name has only letters, of one script, and none where no language of its encoding has it."""
    if word.isascii():
        return True
    if any(not char.isascii() and category(char)[0] not in "LM" and char not in "\u200c\u200d" for char in word):
        return False
    scripts = {name(char, "").partition(" ")[0] for char in word if char.isalpha()}
    if len(scripts) > 1 and not scripts <= {"CJK", "HIRAGANA", "KATAKANA"}:
        return False
    if scripts == {"LATIN"} and len(word) >= _MIN_FOREIGN_LENGTH and not any(map(str.isascii, word)):
        return False
    if any(
        (before.islower() and not char.isascii() and char.isupper())
        or (not before.isascii() and before.islower() and char.isupper())
        for before, char in pairwise(word)
    ):
        return False
    return is_unicode or _UNLIKELY_LETTERS.search(word.lower()) is None
