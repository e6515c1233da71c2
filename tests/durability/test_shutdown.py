"""Graceful shutdown under load: SIGTERM, as from `systemctl stop`, a shutdown or closing the window."""

import time
from pathlib import Path

from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.review_load import ReviewLoad
from tests.factories.seeded import seed

STOP_LIMIT = 5.0


def test_sigterm_under_load_keeps_acknowledged_writes_and_exits_with_0_within_5_seconds(
    folder: Path, start: Start
) -> None:
    reviews = ReviewLoad(seed(folder, submissions=40))
    server = start()
    reviews.start(server.port)
    time.sleep(0.3)
    started = time.monotonic()
    code = server.stop()
    took = time.monotonic() - started
    reviews.join()
    assert code == 0
    assert took < STOP_LIMIT
    invariants = DbInvariants(folder)
    assert invariants.violations() == {}
    found = invariants.submission_statuses()
    assert {each: status for each, status in found.items() if status not in reviews.possible_statuses(each)} == {}
