"""Command line options in error messages."""

import re
from pathlib import Path

import pytest

from launcher.cli.parser import parse
from launcher.errors import BadOptionError

BAD_SETTINGS = {
    "GOALBUCKS_PORT": "eighty",
    "GOALBUCKS_WORKERS": "few",
    "GOALBUCKS_TRUSTED_PROXIES": "the-proxy",
    "GOALBUCKS_LOG_FORMAT": "yaml",
}


@pytest.mark.parametrize("variable", BAD_SETTINGS)
def test_the_option_that_an_error_names_exists(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, BAD_SETTINGS[variable])
    with pytest.raises(BadOptionError, match=variable) as error:
        parse(["serve", "--data-dir", str(tmp_path)])
    named = re.findall(r"--[a-z-]+", str(error.value))
    with pytest.raises(SystemExit):
        parse(["serve", "--help"])
    assert named
    assert set(named) <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


@pytest.mark.parametrize("variable", BAD_SETTINGS)
def test_a_wrong_setting_gives_one_sentence_about_itself(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, BAD_SETTINGS[variable])
    with pytest.raises(BadOptionError) as error:
        parse(["serve", "--data-dir", str(tmp_path)])
    assert re.findall(r"GOALBUCKS_[A-Z_]+", str(error.value)) == [variable]


def test_two_wrong_settings_give_a_sentence_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("GOALBUCKS_PORT", "GOALBUCKS_WORKERS"):
        monkeypatch.setenv(variable, BAD_SETTINGS[variable])
    with pytest.raises(BadOptionError) as error:
        parse(["serve", "--data-dir", str(tmp_path)])
    assert re.findall(r"GOALBUCKS_[A-Z_]+", str(error.value)) == ["GOALBUCKS_PORT", "GOALBUCKS_WORKERS"]
