"""The key under which the codes of login cards are stored."""

import stat
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from server.domain.login_cards.key import LOGIN_CARDS, LoginCardKeyMissingError
from server.security.code_key import KEY_FILE, CodeKey
from server.settings import Settings

SECRET = "0123456789abcdef0123456789abcdef"
POSTGRESQL = "postgresql+psycopg://goalbucks@database/goalbucks"


def key_of(folder: Path, **options: str) -> CodeKey:
    return CodeKey(Settings(data_dir=folder, **options), LOGIN_CARDS)  # type: ignore[arg-type]


@pytest.mark.spec("2.31")
def test_the_key_is_a_file_of_the_data_folder_that_only_its_owner_reads(tmp_path: Path) -> None:
    made = key_of(tmp_path).hash_code("H4KP7WQM")
    assert key_of(tmp_path).hash_code("H4KP7WQM") == made
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_each_data_folder_has_a_key_of_its_own(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    one, two = key_of(tmp_path), key_of(other)
    assert one.hash_code("H4KP7WQM") != two.hash_code("H4KP7WQM")
    assert one.id != two.id


def test_a_damaged_key_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"cut")
    (tmp_path / "login-cards.tmp").write_bytes(b"left over from a crash")
    key = key_of(tmp_path)
    assert key_of(tmp_path).id == key.id
    assert not (tmp_path / "login-cards.tmp").exists()


def test_a_schools_key_is_a_setting_and_no_file(tmp_path: Path) -> None:
    keys = [key_of(tmp_path, database_url=POSTGRESQL, login_card_key=SECRET) for _ in range(2)]
    assert len({key.id for key in keys}) == 1
    assert list(tmp_path.iterdir()) == []


def test_on_postgresql_a_code_cannot_be_hashed_without_the_key_setting(tmp_path: Path) -> None:
    with pytest.raises(LoginCardKeyMissingError):
        key_of(tmp_path, database_url=POSTGRESQL).hash_code("H4KP7WQM")
    assert list(tmp_path.iterdir()) == []


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="at least 32 characters"):
        Settings(login_card_key="secret")
