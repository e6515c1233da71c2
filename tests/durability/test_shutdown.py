"""Graceful shutdown under load: SIGTERM, as from `systemctl stop`, a shutdown or closing the window."""

import time
from pathlib import Path

from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.review_load import ReviewLoad
from tests.factories.seated import seat

STOP_LIMIT = 5.0


def test_sigterm_under_load_keeps_what_was_acknowledged_and_ends_with_0_within_5_seconds(
    folder: Path, start: Start
) -> None:
    reviewers = ReviewLoad(seat(folder, submissions=40))
    server = start()
    reviewers.start(server.port)
    time.sleep(0.3)
    asked = time.monotonic()
    code = server.stop()
    took = time.monotonic() - asked
    reviewers.join()
    assert code == 0
    assert took < STOP_LIMIT
    books = DbInvariants(folder)
    assert books.violations() == {}
    found = books.submission_statuses()
    assert {each: status for each, status in found.items() if status not in reviewers.possible_statuses(each)} == {}
