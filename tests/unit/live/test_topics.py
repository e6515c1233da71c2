import re
from typing import get_args

from server.live.changes import LIVE_TABLES, Topic
from tests.factories.paths import ROOT


def test_all_tables_of_a_topic_have_the_same_audience() -> None:
    audiences = {(table.topic, table.audience) for table in LIVE_TABLES.values()}
    assert len(audiences) == len({topic for topic, _ in audiences})


def test_the_ui_knows_every_topic() -> None:
    source = (ROOT / "ui/src/api/live/live-topics.ts").read_text(encoding="utf-8")
    lists = re.findall(r"_TOPICS = \[(.*?)\] as const", source, re.DOTALL)
    assert sorted(re.findall(r"'([\w-]+)'", "".join(lists))) == sorted(get_args(Topic))
