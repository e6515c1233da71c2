"""A polite end under load: SIGTERM, as `systemctl stop`, a shutdown or closing the window sends it."""

import time
from pathlib import Path

from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.reviewers import Reviewers
from tests.factories.seated import seat

STOP_LIMIT = 5.0


def test_sigterm_under_load_keeps_what_was_acknowledged_and_ends_with_0_within_5_seconds(
    folder: Path, start: Start
) -> None:
    reviewers = Reviewers(seat(folder, submissions=40))
    server = start()
    reviewers.begin(server.port)
    time.sleep(0.3)
    asked = time.monotonic()
    code = server.stop()
    took = time.monotonic() - asked
    reviewers.end()
    assert code == 0
    assert took < STOP_LIMIT
    books = Books(folder)
    assert books.wrong() == {}
    found = books.statuses()
    assert {each: status for each, status in found.items() if status not in reviewers.may_be(each)} == {}
