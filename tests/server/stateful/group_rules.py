"""Rules: groups of students."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from server.domain.groups.models import StudentGroup
from tests.server.stateful.machine import Machine, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome

names = st.sampled_from(("Red readers", " RED readers ", "Green readers"))


class GroupRules(Machine):
    """Create, edit and delete groups."""

    @rule(
        index=row_indexes,
        students=st.lists(row_indexes, min_size=1, max_size=3),
        name=names,
        other_user=one_in_six,
        action=st.sampled_from(("create", "edit", "delete")),
    )
    def change_group(self, index: int, students: list[int], name: str, action: str, *, other_user: bool) -> None:
        """Change a group. One rule, since hypothesis omits whole rules from runs and these depend on each other."""
        if action == "create":
            self.create_group(students, name, other_user=other_user)
        elif action == "edit":
            self.edit_group(index, students, name, other_user=other_user)
        else:
            self.delete_group(index, other_user=other_user)

    def create_group(self, students: list[int], name: str, *, other_user: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        name_error = self.group_name_error(class_id, name)
        call, body = "POST /api/classrooms/{classroom_id}/groups", {"name": name, "studentIds": ids}
        response = self.school.call_twice(client, call, body, row_id=class_id)
        if assert_outcome(response, access_error, name_error, status=201):
            assert set(response.json()["studentIds"]) == set(ids)
            self.school.seen_ids[StudentGroup].append(response.json()["id"])

    def edit_group(self, group: int, students: list[int], name: str, *, other_user: bool) -> None:
        group_id, row = self.school.find(StudentGroup, group)
        ids, *_ = self.selection(students, other_user=False)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        name_error = self.group_name_error(row.classroom_id, name, exclude=group_id) if row else None
        in_class = {student.id for student in self.students_in(row.classroom_id)} if row else set()
        student_error = None if in_class.issuperset(ids) else NOT_FOUND
        body = {"name": name, "studentIds": ids}
        response = self.school.call(client, "PUT /api/groups/{group_id}", body, row_id=group_id)
        if assert_outcome(response, access_error, student_error, name_error):
            assert set(response.json()["studentIds"]) == set(ids)

    def delete_group(self, group: int, *, other_user: bool) -> None:
        group_id, row = self.school.find(StudentGroup, group)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "DELETE /api/groups/{group_id}", row_id=group_id)
        assert_outcome(response, access_error, status=204)

    def group_name_error(self, class_id: str, name: str, *, exclude: str | None = None) -> str | None:
        """Return the error code for a name that another group of the class has."""
        others = [each for each in self.school.all(StudentGroup) if each.id != exclude]
        taken = {each.name.casefold() for each in others if each.classroom_id == class_id}
        return "name_taken" if name.strip().casefold() in taken else None
