"""Host names that are derived from teachers' names."""

import pytest

from launcher.discovery import hostnames


@pytest.mark.spec("15.3")
@pytest.mark.parametrize(
    ("teacher", "base_name"),
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
def test_the_host_name_contains_the_teachers_surname(teacher: str | None, base_name: str) -> None:
    assert hostnames.base_name(teacher, school=False) == base_name


def test_the_host_name_of_a_school_server_contains_no_name() -> None:
    assert hostnames.base_name("Elena Rivera", school=True) == "goalbucks-school"


@pytest.mark.parametrize("teacher", ["x" * 200, "ﬃ" * 100, "a-" * 100])
def test_every_host_name_is_a_valid_dns_label(teacher: str) -> None:
    label = hostnames.numbered_label(hostnames.base_name(teacher, school=False), 9999)
    assert len(label.encode()) <= 63
    assert not label.startswith("-")
    assert "--" not in label


def test_only_later_host_names_have_a_number() -> None:
    assert [hostnames.numbered_label("goalbucks-rivera", number) for number in (1, 2, 3)] == [
        "goalbucks-rivera",
        "goalbucks-rivera-2",
        "goalbucks-rivera-3",
    ]
