"""Conformance of every call to the OpenAPI document: schemathesis against a running server, as every kind of user.

No response is a server error or has an undocumented status, content type or schema.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.app import create_app
from server.security.sessions import SESSION_COOKIE
from server.settings import Settings
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

PROGRAM = Path(sys.executable).with_name("schemathesis")
USERS = ("anonymous", "student", "teacher")
FEW_EXAMPLES, MANY_EXAMPLES = ("--max-examples", 1), ("--max-examples", 200)
"""Generated examples of each call, besides those at the boundaries of its schema."""
VALID_REQUESTS = ("--mode", "positive")
"""Generate only requests that the schemas allow."""
TIMEOUT_SECONDS = 3600
EXCLUDED_PATHS = ("/api/events", "/api/auth/logout", "/api/auth/logout-everywhere")
"""The event stream, which doesn't end, and the calls that end the session."""
EXCLUDED_OPERATION = "back_up_api_backups_post"
"""Deriving a key from each generated passphrase takes seconds."""
CHECKS = (
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "unsupported_method",
)


@pytest.fixture(scope="module")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, SeededClass]]:
    """A running server with a class that has a month of history."""
    folder = tmp_path_factory.mktemp("contract")
    seeded_class = seed(folder, months=1, submissions=2, students=6)
    server = ServerProcess(folder, forked=True)
    yield server, seeded_class
    assert server.stop() == 0


def schemathesis_configuration(seeded_class: SeededClass) -> str:
    """Return a configuration with existing ids for most path parameters, because unknown ids only give 404."""
    rows = {
        "classroom_id": seeded_class.id,
        "teacher_id": seeded_class.teacher_id,
        "student_id": seeded_class.students[0].id,
        "goal_id": seeded_class.students[0].goal_id,
        "submission_id": seeded_class.pending[0],
    }
    return "[parameters]\n" + "".join(f'"path.{name}" = "{row}"\n' for name, row in rows.items())


def session_token(seeded_class: SeededClass, person: str) -> str | None:
    return {"teacher": seeded_class.teacher_token, "student": seeded_class.students[0].token}.get(person)


def run_schemathesis(
    server: ServerProcess, seeded_class: SeededClass, person: str, folder: Path, *options: object
) -> None:
    (folder / "openapi.json").write_text(json.dumps(create_app(Settings()).openapi()))
    (folder / "schemathesis.toml").write_text(schemathesis_configuration(seeded_class))
    command: list[object] = [PROGRAM, "--config-file", folder / "schemathesis.toml", "run", folder / "openapi.json"]
    command += ["--url", server.local_url, "--checks", ",".join(CHECKS), "--seed", 1, *options]
    command += ["--phases", "examples,coverage,fuzzing", "--request-timeout", 20, "--suppress-health-check", "all"]
    command += [word for path in EXCLUDED_PATHS for word in ("--exclude-path", path)]
    command += ["--exclude-operation-id", EXCLUDED_OPERATION]
    if token := session_token(seeded_class, person):
        command += ["--header", f"Cookie: {SESSION_COOKIE}={token}"]
    ended = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True, cwd=folder, timeout=TIMEOUT_SECONDS
    )
    assert ended.returncode == 0, ended.stdout[-8000:]
    log = (server.data_dir / "logs" / "goalbucks.log").read_text()
    assert "Traceback" not in log
    assert server.process.poll() is None


@pytest.mark.early
@pytest.mark.timeout(2 * TIMEOUT_SECONDS)
def test_every_call_answers_a_teacher_as_documented(
    classroom: tuple[ServerProcess, SeededClass], tmp_path: Path
) -> None:
    run_schemathesis(*classroom, "teacher", tmp_path, *FEW_EXAMPLES)


@pytest.mark.long
@pytest.mark.timeout(2 * TIMEOUT_SECONDS)
def test_every_call_answers_a_student_as_documented(
    classroom: tuple[ServerProcess, SeededClass], tmp_path: Path
) -> None:
    """Only valid requests, because most calls refuse a student anyway; the next test also makes invalid ones.

    Long, because the test above covers every call and tests/server the students' responses.
    """
    run_schemathesis(*classroom, "student", tmp_path, *FEW_EXAMPLES, *VALID_REQUESTS)


@pytest.mark.long
@pytest.mark.timeout(2 * TIMEOUT_SECONDS)
@pytest.mark.parametrize("person", USERS)
def test_every_call_answers_arbitrary_requests_as_documented(
    classroom: tuple[ServerProcess, SeededClass], tmp_path: Path, person: str
) -> None:
    run_schemathesis(*classroom, person, tmp_path, *MANY_EXAMPLES)
