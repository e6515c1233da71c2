"""Rules: co-teachers."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from server.domain.classrooms.models import Classroom
from tests.server.stateful.machine import Machine, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome


class MemberRules(Machine):
    """Invite, join, end a membership and leave: the other teacher becomes a co-teacher of the owner's class."""

    @rule(
        classroom=row_indexes,
        other_user=one_in_six,
        action=st.sampled_from(("join", "join", "end")),
        by_itself=booleans,
    )
    def change_members(self, classroom: int, action: str, *, other_user: bool, by_itself: bool) -> None:
        """Invite and join, or end. One rule, since the second needs the first."""
        class_id, row = self.school.find(Classroom, classroom)
        if action == "join":
            self.invite_and_join(class_id, row, other_user=other_user)
        else:
            self.end(class_id, row, by_itself=by_itself)

    def invite_and_join(self, class_id: str, row: Classroom | None, *, other_user: bool) -> None:
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, owner_only=True)
        response = self.school.call(client, "POST /api/classrooms/{classroom_id}/invitations", row_id=class_id)
        if not assert_outcome(response, access_error, status=201):
            return
        other = next(each for each in self.school.teacher_clients if each is not client)
        body, join = {"code": response.json()["code"]}, "POST /api/classrooms/join"
        assert_outcome(self.school.call(client, join, body), "own_class")
        for _ in range(2):
            joined = self.school.call(other, join, body)
            assert_outcome(joined)
            assert joined.json()["id"] == class_id

    def end(self, class_id: str, row: Classroom | None, *, by_itself: bool) -> None:
        owner, access_error = self.school.teacher_client_for(row, other_user=False, owner_only=True)
        member = next(each for each in self.school.teacher_clients if each is not owner)
        teacher_id = self.school.teachers[self.school.teacher_clients.index(member)].id
        is_member = row is not None and self.school.member_of(member, class_id) is not None
        call = "DELETE /api/classrooms/{classroom_id}/members/{teacher_id}"
        client, error = (member, None) if by_itself else (owner, access_error)
        response = self.school.call(client, call, row_id=(class_id, teacher_id))
        assert_outcome(response, error, None if is_member else NOT_FOUND, status=204)
