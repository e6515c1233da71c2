"""Who receives which changes."""

import pytest

from server.live.changes import LIVE_TABLES, Audience, ChangeEvent, Topic
from server.live.hub import Subscriber
from server.security.actor import Actor

OWNER = Subscriber(Actor("owner", "teacher", ""))
MEMBER = Subscriber(Actor("member", "teacher", ""), frozenset({"class"}))
STRANGER = Subscriber(Actor("stranger", "teacher", ""))
STUDENT = Subscriber(Actor("amara", "student", ""), frozenset({"class"}))
CLASSMATE = Subscriber(Actor("ben", "student", ""), frozenset({"class"}))
ELSEWHERE = Subscriber(Actor("chen", "student", ""), frozenset({"another class"}))
EVERYBODY = (OWNER, MEMBER, STRANGER, STUDENT, CLASSMATE, ELSEWHERE)


@pytest.mark.parametrize(
    ("topic", "classroom_id", "student_id", "receivers"),
    [
        ("goals", "class", "amara", (OWNER, MEMBER, STUDENT)),
        ("classrooms", "class", None, (OWNER, MEMBER)),
        ("store", "class", None, (OWNER, MEMBER, STUDENT, CLASSMATE)),
        ("activity", None, None, (OWNER,)),
    ],
)
def test_a_change_is_received_by_the_owner_the_members_of_the_class_and_the_students_it_is_for(
    topic: Topic, classroom_id: str | None, student_id: str | None, receivers: tuple[Subscriber, ...]
) -> None:
    change = ChangeEvent(topic, "owner", classroom_id, student_id)
    assert tuple(each for each in EVERYBODY if each.can_receive(change)) == receivers


RECEIVERS: dict[Audience, tuple[Subscriber, ...]] = {
    "log": (OWNER,),
    "teachers": (OWNER, MEMBER),
    "student": (OWNER, MEMBER, STUDENT),
    "class": (OWNER, MEMBER, STUDENT, CLASSMATE),
}


@pytest.mark.spec("12.5", "26.5")
@pytest.mark.parametrize(("topic", "audience"), sorted({(each.topic, each.audience) for each in LIVE_TABLES.values()}))
def test_each_topic_is_received_by_its_audience(topic: Topic, audience: Audience) -> None:
    classroom_id = None if audience == "log" else "class"
    change = ChangeEvent(topic, "owner", classroom_id, "amara" if audience == "student" else None)
    assert tuple(each for each in EVERYBODY if each.can_receive(change)) == RECEIVERS[audience]


@pytest.mark.spec("26.3")
def test_who_joins_or_leaves_a_class_receives_it_and_rereads_the_classes() -> None:
    change = ChangeEvent("members", "stranger", "class", None)
    assert [each for each in EVERYBODY if each.can_receive(change)] == [MEMBER, STRANGER]
    assert [each for each in EVERYBODY if each.is_moved_by(change)] == [STRANGER]
