"""Who receives which changes."""

import pytest

from server.live.changes import ChangeEvent, Topic
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
