"""Graceful shutdown under load: SIGTERM, as from `systemctl stop`, a shutdown or closing the window."""

from pathlib import Path

from server.database.damage_flag import RUNNING_FILE
from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.review_load import ReviewLoad
from tests.factories.seeded import seed


def test_sigterm_under_load_keeps_acknowledged_writes_and_stops_cleanly(folder: Path, start: Start) -> None:
    reviews = ReviewLoad(seed(folder, submissions=40))
    server = start()
    reviews.start(server.port)
    assert server.stop() == 0
    reviews.join()
    assert not (folder / RUNNING_FILE).exists()  # which a forced exit leaves
    invariants = DbInvariants(folder)
    assert invariants.violations() == {}
    found = invariants.submission_statuses()
    assert {each: status for each, status in found.items() if status not in reviews.possible_statuses(each)} == {}
