"""Settings file in the data folder."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.launcher.conftest import OptionError, Start

GOOGLE = "GOALBUCKS_FIREBASE_PROJECT_ID=maple-street\nGOALBUCKS_FIREBASE_API_KEY=AIzaSy-1_a\n"


def write(tmp_path: Path, text: str, encoding: str = "utf-8") -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.env").write_text(text, encoding=encoding)


def identity_provider(address: str) -> object:
    with urlopen(f"{address}/api/auth/config") as response:
        return json.load(response)["identityProvider"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_the_settings_file_enables_google_sign_in(serve: Start, tmp_path: Path, encoding: str) -> None:
    write(tmp_path, f"# The school's Firebase project\n{GOOGLE}", encoding)
    assert identity_provider(serve(forked=True).address) == {
        "apiKey": "AIzaSy-1_a",
        "authDomain": "maple-street.firebaseapp.com",
        "projectId": "maple-street",
        "emulatorUrl": None,
    }


def test_the_environment_overrides_the_settings_file(serve: Start, tmp_path: Path) -> None:
    write(tmp_path, GOOGLE)
    assert serve(forked=True, GOALBUCKS_FIREBASE_PROJECT_ID="", GOALBUCKS_FIREBASE_API_KEY="").healthy()


def test_the_settings_file_cannot_change_the_data_folder(serve: Start, tmp_path: Path) -> None:
    write(tmp_path, f"GOALBUCKS_DATA_DIR={tmp_path / 'elsewhere'}\n")
    assert serve(forked=True).healthy()
    assert (tmp_path / "data" / "goalbucks.db").is_file()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("GOALBUCKS_FIREBASE_PROJECT_ID=maple-street", "Google sign-in needs both"),
        ("GOALBUCKS_FIREBASE_API_KEY=AIza", "Google sign-in needs both"),
        ("GOALBUCKS_FIREBASE_API_KEY='AIza; script-src *'", "invalid characters"),
        ("FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099", "isn't allowed in settings.env"),
        ("goalbucks_development=1", "isn't allowed in settings.env"),
        ("GOALBUCKS_PORT=eighty", "GOALBUCKS_PORT can't be 'eighty'"),
    ],
)
def test_an_invalid_settings_file_is_refused_with_a_sentence(
    option_error: OptionError, tmp_path: Path, line: str, message: str
) -> None:
    write(tmp_path, line)
    assert message in option_error("serve", "--data-dir", tmp_path / "data")


def test_a_settings_file_that_is_not_utf_8_is_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.env").write_bytes(b"\xff\xfeG\x00O\x00")
    assert "must be a plain text file" in start("serve", "--data-dir", tmp_path / "data").launch_error()
