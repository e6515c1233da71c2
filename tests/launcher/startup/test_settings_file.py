"""`settings.env` in the data folder: what a teacher sets without knowing what an environment is."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.launcher.conftest import Start

GOOGLE = "GOALBUCKS_FIREBASE_PROJECT_ID=maple-street\nGOALBUCKS_FIREBASE_API_KEY=AIzaSy-1_a\n"


def write(tmp_path: Path, text: str, encoding: str = "utf-8") -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.env").write_text(text, encoding=encoding)


def identity_provider(address: str) -> object:
    with urlopen(f"{address}/api/auth/config") as answer:
        return json.load(answer)["identityProvider"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_it_switches_google_sign_in_on(serve: Start, tmp_path: Path, encoding: str) -> None:
    write(tmp_path, f"# The school's Firebase project\n{GOOGLE}", encoding)
    assert identity_provider(serve().address) == {
        "apiKey": "AIzaSy-1_a",
        "authDomain": "maple-street.firebaseapp.com",
        "projectId": "maple-street",
        "emulatorUrl": None,
    }


def test_the_environment_wins_over_it(serve: Start, tmp_path: Path) -> None:
    write(tmp_path, GOOGLE)
    assert serve(GOALBUCKS_FIREBASE_PROJECT_ID="", GOALBUCKS_FIREBASE_API_KEY="").healthy()


def test_it_does_not_say_where_the_data_is(serve: Start, tmp_path: Path) -> None:
    write(tmp_path, f"GOALBUCKS_DATA_DIR={tmp_path / 'elsewhere'}\n")
    assert serve().healthy()
    assert (tmp_path / "data" / "goalbucks.db").is_file()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("GOALBUCKS_FIREBASE_PROJECT_ID=maple-street", "Google sign-in needs both"),
        ("GOALBUCKS_FIREBASE_API_KEY=AIza", "Google sign-in needs both"),
        ("GOALBUCKS_FIREBASE_API_KEY='AIza; script-src *'", "characters that don't belong there"),
        ("FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099", "can't stand in settings.env"),
        ("goalbucks_development=1", "can't stand in settings.env"),
        ("GOALBUCKS_PORT=eighty", "GOALBUCKS_PORT can't be 'eighty'"),
    ],
)
def test_what_it_gets_wrong_is_said_in_a_sentence(start: Start, tmp_path: Path, line: str, said: str) -> None:
    write(tmp_path, line)
    assert said in start("serve", "--data-dir", tmp_path / "data").refusal()


def test_a_file_that_is_no_text_is_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.env").write_bytes(b"\xff\xfeG\x00O\x00")
    assert "save it as plain text" in start("serve", "--data-dir", tmp_path / "data").refusal()
