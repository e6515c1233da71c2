"""Lock of the data folder."""

import signal

from tests.launcher.conftest import Start


def test_a_second_server_with_the_same_data_folder_is_refused(serve: Start) -> None:
    first = serve()
    port = first.port
    sentence = serve().launch_error()
    assert f"already running at http://127.0.0.1:{port}" in sentence
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    assert serve().port


def test_a_crash_releases_the_lock_of_the_data_folder(serve: Start) -> None:
    first = serve()
    assert first.address
    first.signal(signal.SIGKILL)
    first.end()
    assert serve().healthy()
