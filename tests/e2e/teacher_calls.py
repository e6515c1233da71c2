"""Calls of the teacher of a seeded class, while a student's page is open."""

from dataclasses import dataclass

import httpx2

from server.security.sessions import SESSION_COOKIE
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess


@dataclass
class TeacherCalls:
    """Makes calls for the first student."""

    server: ServerProcess
    seeded_class: SeededClass

    def award(self, amount: int) -> None:
        """Award goalbucks."""
        self._post("/api/goalbucks/award", studentIds=[self._student_id], amount=amount, reason="Helped a friend")

    def assign(self, name: str, due_date: str) -> None:
        """Assign a goal."""
        self._post("/api/goals", studentId=self._student_id, name=name, goalbucks=5, dueDate=due_date)

    @property
    def _student_id(self) -> str:
        return self.seeded_class.students[0].id

    def _post(self, path: str, **body: object) -> None:
        cookies = {SESSION_COOKIE: self.seeded_class.teacher_token}
        fields = {"classroomId": self.seeded_class.id, **body}
        response = httpx2.post(f"{self.server.local_url}{path}", json=fields, cookies=cookies)
        assert response.status_code == 201, response.text
