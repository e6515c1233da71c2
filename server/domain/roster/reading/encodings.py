"""Finds the encoding of a text file, by its bytes and by how likely its words are as names.

Lists of names are too short for detectors that compare frequencies of letters (docs/decisions/0070).
"""

import codecs
import re
from dataclasses import dataclass
from itertools import pairwise
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
_SAMPLE_BYTES: Final = 200
_SAMPLE_WORDS: Final = 2_000

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CONTINUATION: Final = re.escape(bytes(range(0x80, 0xC0)).decode("cp1252", "ignore")) + "\x80-\x9f"
_ENCODED_TWICE: Final = re.compile(f"[^\r\n]*[\xc2-\xf4][{_CONTINUATION}][^\r\n]*")
"""A line with the first two bytes of a letter in UTF-8, read as Windows-1252."""
_WORD: Final = re.compile(r"[^\s,;|\t\"()/.'\u2019\u2018\u201c\u201d&+:*<>\[\]-]+")
_UNLIKELY_LETTERS: Final = re.compile(
    r"""
      è(?=[aeiouyáéíóúý]|$) | ñ(?![aeiouáéíóúü]) | õ(?!e) | [ìùò](?!$) | ý(?!$)   # in western languages
    | ø(?=[aiouáéíóú]) | (?<![aeiouáé])ï | [ðþ]
    | ^ğ                                                                          # in Turkish
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
    if encoding is not None:
        return DecodedText(_decode_unicode(data) or data.decode(encoding, "replace"), encoding)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return DecodedText(data.decode(_UTF_16, "replace"), _UTF_16)
    if b"\0" in data[:_SAMPLE_BYTES]:
        wide = max(("utf-16-le", "utf-16-be"), key=lambda each: _count_separators(data, each))
        text = data.decode(wide, "replace")
        return DecodedText(text, wide) if _count_separators(data, wide) and not _CONTROL.search(text) else None
    return _decode_utf_8(data) or _decode_by_likelihood(data)


def _count_separators(data: bytes, encoding: str) -> int:
    return sum(data[:_SAMPLE_BYTES].decode(encoding, "ignore").count(each) for each in "\t\r\n ,;|")


def _decode_unicode(data: bytes) -> str | None:
    """Decode data whose byte-order mark leaves no choice."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode(_UTF_16, "replace")
    return data.decode("utf-8-sig", "replace") if data.startswith(codecs.BOM_UTF8) else None


def _decode_utf_8(data: bytes) -> DecodedText | None:
    """Decode as UTF-8 unless most lines beyond ASCII aren't; such a line is decoded by its own likelihood.

    Lists from two sources that were joined have lines in two encodings.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        lines = data.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True)
        decoded = [_decode_line(line) for line in lines if not line.isascii()]
        if decoded.count(None) > len(decoded) / 2:
            return None
        rest = _decode_by_likelihood(b"".join(line for line in lines if _decode_line(line) is None)).encoding
        text = "".join(line.decode(rest, "replace") if (good := _decode_line(line)) is None else good for line in lines)
        return DecodedText(decode_twice(text), "utf-8", uncertain=rest not in _CERTAIN)
    return DecodedText(decode_twice(text.lstrip("\ufeff")), "utf-8")


def _decode_line(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


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


def _decode_by_likelihood(data: bytes) -> DecodedText:
    found: list[tuple[float, str, str]] = []
    for encoding in _CANDIDATES:
        text = data.decode(encoding, "replace")
        found.append((_likelihood(text), encoding, text))
    best, encoding, text = max(found, key=lambda each: each[0])
    return DecodedText(text, encoding, uncertain=best < 1 or encoding not in _CERTAIN)


def _likelihood(text: str) -> float:
    """Return the share of likely words among those with letters beyond ASCII, or 1 without such words."""
    words = _WORD.findall(text)[: _SAMPLE_WORDS * 10]
    special = [normalize("NFC", word) for word in words if not word.isascii()][:_SAMPLE_WORDS]
    plain = [word for word in words if word.isascii() and word.isalpha()]
    are_capitalized = sum(word[0].isupper() for word in plain) * 2 > len(plain)
    likely = sum(is_likely_word(word) and not (are_capitalized and _starts_small(word)) for word in special)
    return likely / len(special) if special else 1


def _starts_small(word: str) -> bool:
    return not word[0].isascii() and word[0].islower()


def is_likely_name(text: str) -> bool:
    """Whether all words of a text are likely, and no letters were replaced by question marks."""
    return "?" not in text and all(map(is_likely_word, _WORD.findall(normalize("NFC", text))))


def is_likely_word(word: str) -> bool:
    """Whether a word of a name has only letters, of one script, and none where no language of its encoding has it."""
    if word.isascii():
        return True
    if any(not char.isascii() and category(char)[0] not in "LM" and char not in "\u200c\u200d" for char in word):
        return False
    scripts = {_script(char) for char in word if char.isalpha() and char not in "ªº"}
    if len(scripts) > 1 and not scripts <= {"CJK", "HIRAGANA", "KATAKANA"}:
        return False
    if any(
        (before.islower() and not char.isascii() and char.isupper())
        or (not before.isascii() and before.islower() and char.isupper())
        for before, char in pairwise(word)
    ):
        return False
    return _UNLIKELY_LETTERS.search(word.lower()) is None


def _script(char: str) -> str:
    return name(char, "").partition(" ")[0]
