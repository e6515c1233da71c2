"""The encoding of lists that aren't Unicode, by how likely the names are."""

import pytest

from server.domain.roster.reading.encodings import decode, is_likely_name


@pytest.mark.spec("5.12")
@pytest.mark.parametrize(
    ("encoding", "names", "uncertain"),
    [
        ("cp1252", "José Núñez|Ángel Peña|Íñigo Ramírez", False),
        ("cp1252", "Chloé Lefèvre|Anaïs Brûlé|Loïc Gaëlle", False),
        ("cp1252", "Jürgen Müller|Zoë Groß", False),
        ("cp1252", "Søren Kjær|Åse Nøhr", False),
        ("cp1252", "Zoe Smith|José Diaz", False),
        ("cp1252", "Bo O\u2019Neil|Ada Li", False),
        ("mac-roman", "José Núñez|Ángel Peña", False),
        ("mac-roman", "Chloé Lefèvre|Anaïs Brûlé", False),
        ("mac-roman", "Bo O\u2019Neil|Ada Li", False),
        ("cp1251", "Иван Петров|Ольга Кузнецова", False),
        ("cp1250", "Łukasz Wójcik|Zofia Dąbrowska|Kasia Zielińska", True),
        ("cp1250", "Jiří Dvořák|Petra Nováčková", True),
        ("cp1250", "Győző Erdős|Ágnes Tóth", True),
        ("cp1254", "Yi\u011fit \u015eahin|Ay\u015fe Y\u0131ld\u0131z", True),
        ("cp850", "José Núñez|Jürgen Müller", True),
        ("shift_jis", "山田太郎|鈴木花子", True),
    ],
)
def test_the_encoding_is_that_in_which_the_names_are_likely(encoding: str, names: str, uncertain: bool) -> None:  # noqa: FBT001
    text = "Name\r\n" + names.replace("|", "\r\n")
    decoded = decode(text.encode(encoding))
    assert decoded is not None
    assert (decoded.text, decoded.encoding, decoded.uncertain) == (text, encoding, uncertain)


def test_letters_of_another_encoding_are_unlikely_only_in_a_file_that_is_not_unicode() -> None:
    assert is_likely_name("Lõrinc Õszi", None)
    assert not is_likely_name("Lõrinc Õszi", "cp1252")


def test_a_chosen_encoding_is_used() -> None:
    decoded = decode("Guðrún".encode("cp1252"), "cp1252")
    assert decoded is not None
    assert (decoded.text, decoded.uncertain) == ("Guðrún", False)


def test_text_that_was_encoded_twice_is_decoded_twice() -> None:
    twice = "Ángel Peña\nZoë Núñez\n".encode().decode("latin-1").encode()
    decoded = decode(twice)
    assert decoded is not None
    assert decoded.text == "Ángel Peña\nZoë Núñez\n"


def test_a_line_in_another_encoding_is_decoded_by_itself() -> None:
    decoded = decode("José\nZoë\n".encode() + "Chloë Brulé\n".encode("cp1252"))
    assert decoded is not None
    assert (decoded.text, decoded.encoding) == ("José\nZoë\nChloë Brulé\n", "utf-8")


def test_data_that_is_no_text_is_not_decoded() -> None:
    assert decode(b"\1\0\2\3\4") is None


@pytest.mark.parametrize(
    ("name", "likely"),
    [
        ("José Núñez", True),
        ("Bo O\u2019Neil", True),
        ("McDonald", True),
        ("नंदिनी", True),
        ("王 小明", True),
        ("Hùng Bùi", True),
        ("Kõu Jõgi", True),
        ("JosŽ", False),
        ("Pe\u2013a", False),
        ("Jos\ufffd", False),
        ("N??ez", False),
        ("Йosé", False),
    ],
)
def test_a_name_is_likely_if_its_letters_belong_together(name: str, likely: bool) -> None:  # noqa: FBT001
    assert is_likely_name(name) is likely
