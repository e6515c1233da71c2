"""Smoke test of the built program: `python packaging/smoke_test_bundle.py [PROGRAM]`, from first account to paid goal.

It requires only Python, for machines that build installers. Without PROGRAM it uses the bundle of packaging/build.py.
"""

import base64
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

BUNDLE = Path(__file__).resolve().parent.parent / "build" / "bundle"
START_SECONDS = 60
STOP_SECONDS = 10
BOUNDARY = "----GoalBucksFormBoundary"
PROJECT = "nobodys-project"


class Client:
    """HTTP client with its own cookies."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        # No proxy: the program is on this computer.
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Send a JSON request; return the JSON of the response, or raise HTTPError."""
        content = None if body is None else json.dumps(body).encode()
        return json.loads(self.send(method, path, content, "application/json"))

    def send(self, method: str, path: str, content: bytes | None, kind: str) -> bytes:
        """Send a request; return the body of the response, or raise HTTPError."""
        request = Request(self._address + path, content, {"Content-Type": kind}, method=method)  # noqa: S310 - http
        with self._opener.open(request, timeout=30) as response:
            received: bytes = response.read()
            return received


def main() -> int:
    """Run the test; exit code 1 when it fails."""
    program = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else _built()
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="goalbucks-try-", ignore_cleanup_errors=True) as folder:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("GOALBUCKS_")}
        environment |= {"GOALBUCKS_FIREBASE_PROJECT_ID": PROJECT, "GOALBUCKS_FIREBASE_API_KEY": "any"}
        options = ["serve", "--host", "127.0.0.1", "--port", str(port), "--no-announce", "--data-dir", folder]
        began = time.monotonic()
        with subprocess.Popen([program, *options], cwd=folder, env=environment) as running:  # noqa: S603 - our own
            try:
                version = _wait(running, port)
                print(f"{program} {version} answers after {time.monotonic() - began:.1f} s")
                run_scenario(port)
                check_token_verification(port)
            finally:
                running.terminate()
                code = running.wait(STOP_SECONDS)
        # Windows has no signals, so there the process doesn't end gracefully.
        if code and sys.platform != "win32":
            print(f"It ended with {code}.", file=sys.stderr)
            return 1
    print("A goal was given, proved with a photo, approved and paid.")
    return 0


def _built() -> Path:
    if sys.platform == "darwin":
        return BUNDLE / "GoalBucks.app" / "Contents" / "MacOS" / "goalbucks"
    return BUNDLE / "goalbucks" / ("goalbucks.exe" if sys.platform == "win32" else "goalbucks")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _wait(running: subprocess.Popen[bytes], port: int) -> str:
    """Wait until the server answers; return its version."""
    client = Client(port)
    until = time.monotonic() + START_SECONDS
    while running.poll() is None and time.monotonic() < until:
        try:
            return str(client.call("GET", "/api/health")["version"])
        except URLError:
            time.sleep(0.05)
    raise SystemExit(f"It doesn't answer; its exit code is {running.poll()}.")


def run_scenario(port: int) -> None:
    """Use the program from the first account to a paid goal; exits with a message on an unexpected response."""
    teacher, student = Client(port), Client(port)
    _expect("the first page is the app", b"<title>GoalBucks</title>" in teacher.send("GET", "/", None, ""))
    account = {"name": "Elena Rivera", "email": "elena@school.test", "password": "a long password"}
    owner = teacher.call("POST", "/api/auth/register-teacher", account)["user"]["id"]
    room = teacher.call("POST", "/api/classrooms", {"name": "Math 101", "gradeLevel": "5th Grade"})
    amara = {"firstName": "Amara", "lastName": "Okafor", "username": "amara", "password": "reading"}
    child = teacher.call("POST", "/api/students", {**amara, "classroomId": room["id"]})["id"]
    goal = {"studentIds": [child], "classroomId": room["id"], "name": "Read", "goalbucks": 25}
    _expect("one goal is created", teacher.call("POST", "/api/goals/bulk", goal)["count"] == 1)

    credentials = {"username": "amara", "password": "reading", "classCode": room["classCode"]}
    signed_in = student.call("POST", "/api/auth/student", credentials)["user"]
    _expect("the student is signed in", signed_in["id"] == child)
    (mine,) = student.call("GET", f"/api/students/{child}/goals")
    fields = {"goalId": mine["id"], "studentId": child, "classroomId": room["id"]}
    student.send("POST", "/api/submissions/upload", *_form(fields, _photo()))

    (proof,) = teacher.call("GET", f"/api/submissions/teacher/{owner}?status=pending")
    _expect("the photo is not empty", len(teacher.send("GET", proof["imageUrl"], None, "")) > 0)
    teacher.call("PATCH", f"/api/submissions/{proof['id']}/review", {"status": "approved"})
    paid = student.call("GET", f"/api/students/{child}/goalbucks")["balance"]
    _expect("the goal is paid", paid == goal["goalbucks"])


def check_token_verification(port: int) -> None:
    """Send an unsigned token: online it is invalid, offline Google's certificates can't be fetched."""
    now = int(time.time())
    header = {"alg": "RS256", "kid": "nobody", "typ": "JWT"}
    claims = {
        "iss": f"https://securetoken.google.com/{PROJECT}",
        "aud": PROJECT,
        "sub": "1",
        "iat": now,
        "exp": now + 60,
    }
    parts = [json.dumps(header).encode(), json.dumps(claims).encode(), b"signed"]
    token = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
    try:
        Client(port).call("POST", "/api/auth/firebase", {"idToken": token})
    except HTTPError as error:
        code = json.load(error)["code"]
        _expect("an unsigned token is refused", code in {"invalid_token", "identity_provider_unreachable"})
    else:
        _expect("an unsigned token is refused", holds=False)


def _expect(condition: str, holds: bool) -> None:  # noqa: FBT001 - reads as a sentence
    """Exit with a message unless the condition holds."""
    if not holds:
        raise SystemExit(f"Failed: {condition}")


def _form(fields: dict[str, str], image: bytes) -> tuple[bytes, str]:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
        for name, text in fields.items()
    ]
    parts.append(f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="proof.png"\r\n')
    parts.append("Content-Type: image/png\r\n\r\n")
    body = "".join(parts).encode() + image + f"\r\n--{BOUNDARY}--\r\n".encode()
    return body, f"multipart/form-data; boundary={BOUNDARY}"


def _photo(side: int = 64) -> bytes:
    """Return a green square as PNG."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    pixels = zlib.compress((b"\0" + b"\x2f\x7d\x4f" * side) * side)
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


if __name__ == "__main__":
    sys.exit(main())
