"""Files in the log folder."""

from pathlib import Path

from launcher.logs import files


def test_all_log_files_are_in_one_folder(tmp_path: Path) -> None:
    files.append_error(tmp_path, "Port 8080 is already in use.")
    files.save_start_failure(tmp_path, "Traceback")
    files.open_window_log(tmp_path).close()
    assert {file.name for file in files.log_folder(tmp_path).iterdir()} == {
        files.LOG_FILE,
        files.START_FAILURE_FILE,
        files.WINDOW_FILE,
    }
    assert [file.name for file in tmp_path.iterdir()] == [files.FOLDER_NAME]


def test_the_previous_window_log_is_kept(tmp_path: Path) -> None:
    for output in (b"first", b"crash", b"new"):
        with files.open_window_log(tmp_path) as file:
            file.write(output)
    contents = {file.name: file.read_bytes() for file in files.log_folder(tmp_path).iterdir()}
    assert contents == {"window.log": b"new", "window.log.1": b"crash"}
