"""Lock of the data folder."""

import signal

from tests.launcher.conftest import Start


def test_a_second_server_with_the_same_data_folder_is_refused_until_the_first_has_ended_or_crashed(
    serve: Start,
) -> None:
    first = serve(forked=True)
    port = first.port
    sentence = serve().launch_error()
    assert f"already running at http://127.0.0.1:{port}" in sentence
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    second = serve(forked=True)
    assert second.port
    second.signal(signal.SIGKILL)
    second.end()
    assert serve(forked=True).healthy()
