"""Host names from teachers' names."""

import pytest

from launcher.discovery import hostnames


@pytest.mark.spec("15.3")
@pytest.mark.parametrize(
    ("teacher", "stem"),
    [
        ("Elena Rivera", "goalbucks-rivera"),
        ("Ms. Rivera", "goalbucks-rivera"),
        ("  rivera  ", "goalbucks-rivera"),
        ("Rivera, Elena", "goalbucks-rivera"),
        ("Martin King, Jr.", "goalbucks-king"),
        ("Martin King III", "goalbucks-king"),
        ("Shaquille O'Neill Ph.D.", "goalbucks-oneill"),
        ("Anna Smith-Jones", "goalbucks-smith-jones"),
        ("Inés Núñez", "goalbucks-nunez"),
        ("Jörg Weiß", "goalbucks-weiss"),
        ("Zofia Wałęsa", "goalbucks-walesa"),
        ("Søren Ærø", "goalbucks-aero"),
        ("王 Wei", "goalbucks-wei"),
        ("山田 太郎", "goalbucks-class"),
        ("محمد", "goalbucks-class"),
        ("Miss", "goalbucks-class"),
        ("--- ...", "goalbucks-class"),
        ("", "goalbucks-class"),
        (None, "goalbucks-class"),
    ],
)
def test_the_surname_names_the_computer(teacher: str | None, stem: str) -> None:
    assert hostnames.base_name(teacher, school=False) == stem


def test_a_schools_server_has_nobodys_name() -> None:
    assert hostnames.base_name("Elena Rivera", school=True) == "goalbucks-school"


@pytest.mark.parametrize("teacher", ["x" * 200, "ﬃ" * 100, "a-" * 100])
def test_every_name_fits_a_label(teacher: str) -> None:
    label = hostnames.numbered_label(hostnames.base_name(teacher, school=False), 9999)
    assert len(label.encode()) <= 63
    assert not label.startswith("-")
    assert "--" not in label


def test_the_first_computer_has_no_number() -> None:
    assert [hostnames.numbered_label("goalbucks-rivera", number) for number in (1, 2, 3)] == [
        "goalbucks-rivera",
        "goalbucks-rivera-2",
        "goalbucks-rivera-3",
    ]
