"""HTTP client of a user of a running server: keeps cookies and requires every request to succeed."""

import json
from typing import Any

from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.server_process import ServerProcess


class UserClient:
    """Client with a cookie jar. `address`: see `HttpClient`."""

    def __init__(self, server: ServerProcess, *, address: str = "127.0.0.1") -> None:
        self.http = HttpClient(server.port, address=address)
        self._cookies: dict[str, str] = {}

    def disconnect(self) -> None:
        """Close the connection; the next request opens another."""
        self.http.connection.close()

    def sign_in(self, path: str, **body: object) -> dict[str, Any]:
        """Sign in, keep the cookies and return the user of the response."""
        response = self.http.open("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        received = response.read()
        assert response.status in {200, 201}, received
        for each in response.headers.get_all("Set-Cookie", []):
            name, _, value = each.partition(";")[0].partition("=")
            self._cookies[name] = value
        self.http.session_headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        user: dict[str, Any] = json.loads(received)["user"]
        return user

    def request(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Send a request that must succeed and return its JSON."""
        status, response = self.http.request(method, path, body, **headers)
        assert status < 300, f"{method} {path}: {status} {response}"
        return response

    def submit_proof(self, goal: dict[str, Any], text: str, image: bytes | None = None) -> str:
        """Submit proof for a goal and return the submission's id."""
        fields = {"goalId": goal["id"], "studentId": goal["studentId"], "classroomId": goal["classroomId"]}
        status, body = self.http.send(
            "POST", "/api/submissions/upload", *build_upload_form({**fields, "submissionText": text}, image)
        )
        assert status == 201, body
        return str(body["id"])
