"""`kill -9` while a class is being reviewed: what was answered stands, what wasn't is whole or absent."""

import random
import time
from pathlib import Path

import pytest

from server.backups.integrity import check
from server.settings import Settings
from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.reviewers import Reviewers
from tests.factories.folders import add_images
from tests.factories.seated import seat

SUBMISSIONS_A_ROUND = 12
"""Of each student: more than are reviewed in the longest round."""
LONGEST_ROUND = 0.3


def _survives(folder: Path, start: Start, rounds: int) -> None:
    reviewers = Reviewers(seat(folder, submissions=SUBMISSIONS_A_ROUND * rounds))
    add_images(folder, 10)
    books = Books(folder)
    moments = random.Random(rounds)
    server = start()
    for _ in range(rounds):
        before = reviewers.answers
        reviewers.begin(server.port)
        time.sleep(moments.uniform(0, LONGEST_ROUND))
        server.kill()
        reviewers.end()
        assert reviewers.answers > before
        assert check(Settings(data_dir=folder)).problems == []
        server = start()
        assert books.wrong() == {}
        found = books.statuses()
        assert {each: status for each, status in found.items() if status not in reviewers.may_be(each)} == {}
        reviewers.acknowledged.update(found)


def test_after_a_crash_acknowledged_reviews_stand_and_goal_ledger_and_submission_agree(
    folder: Path, start: Start
) -> None:
    _survives(folder, start, rounds=8)


@pytest.mark.long
def test_after_many_crashes_acknowledged_reviews_stand_and_goal_ledger_and_submission_agree(
    folder: Path, start: Start
) -> None:
    _survives(folder, start, rounds=80)
