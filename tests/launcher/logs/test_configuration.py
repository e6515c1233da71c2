"""Log format, rotation and refused log folders."""

import logging
import re
from pathlib import Path

import pytest

from launcher.errors import BadDataFolderError
from launcher.logs import configuration, files


def replace_root_logger(monkeypatch: pytest.MonkeyPatch) -> logging.Logger:
    """Replace the root logger, during the test: before, pytest would add handlers to it."""
    root = logging.RootLogger(logging.INFO)
    monkeypatch.setattr(logging, "root", root)
    return root


def test_the_log_is_rotated_at_the_maximum_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root_logger = replace_root_logger(monkeypatch)
    monkeypatch.setattr(configuration, "MAX_BYTES", 1000)
    configuration.log_to_file(tmp_path)
    for number in range(100):
        root_logger.info("line %d of about as many characters as a request has in this place", number)
    close_handlers(root_logger)
    names = sorted(file.name for file in files.log_folder(tmp_path).iterdir())
    assert names == [
        "goalbucks.log",
        *(f"goalbucks.log.{number}" for number in range(1, configuration.BACKUP_COUNT + 1)),
    ]
    assert all(file.stat().st_size <= 1000 for file in files.log_folder(tmp_path).iterdir())


def test_each_line_has_its_offset_from_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root_logger = replace_root_logger(monkeypatch)
    configuration.log_to_file(tmp_path)
    root_logger.info("a line")
    close_handlers(root_logger)
    files.append_error(tmp_path, "A message.")
    lines = (files.log_folder(tmp_path) / files.LOG_FILE).read_text("utf-8").splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}[+-]\d{4} INFO root: a line", lines[0])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} ERROR launcher: A message\.", lines[1])


def test_a_file_in_place_of_the_log_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / files.FOLDER_NAME).touch()
    with pytest.raises(BadDataFolderError, match="can't write in the data folder"):
        configuration.log_to_file(tmp_path)
    files.append_error(tmp_path, "This message is dropped without an error.")


def close_handlers(logger: logging.Logger) -> None:
    for handler in logger.handlers:
        handler.close()
