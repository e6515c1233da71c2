"""Sentences that the browser can translate: keys and parameters of responses, and the list for the UI."""

import json
import re
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from server import sentences
from server.class_computer.warnings.monitor import HealthMonitor
from server.class_computer.warnings.sentences import WARNING_SENTENCES
from server.data_protection.backups.errors import (
    BackupDiskFullError,
    BackupFileUnreadableError,
    DatabaseQuarantinedError,
    ImageUnreadableError,
)
from server.data_protection.backups.service import BackupRequest, BackupService
from server.recovery.database_recovery import DatabaseRecovery
from server.recovery.routes import create_recovery_app
from server.settings import Settings
from server.texts.field_errors import FIELD_MESSAGES
from server.texts.translatable import ByteCount, Sentence
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.disk_space import set_free_space
from tests.factories.paths import ROOT
from tests.server.conftest import AppPool, DatabaseFactory, MakeTestApp, run_test_app

AUDIENCES = ("everybody", "teachers")
GENERATED = ROOT / "ui" / "src" / "api" / "generated"


def test_a_key_has_one_sentence() -> None:
    by_key = defaultdict(set)
    for each in sentences.error_classes():
        by_key[each.key].add(each.sentence)
    assert {key: found for key, found in by_key.items() if len(found) > 1} == {}
    assert len(sentences.sentences()) == len(by_key) + len(FIELD_MESSAGES) + len(WARNING_SENTENCES)


def test_every_sentence_can_be_formatted() -> None:
    texts = {key: format_with_examples(key, template) for key, template in sentences.sentences().items()}
    assert {key: text for key, text in texts.items() if set(text) & set("{}#")} == {}


def format_with_examples(key: str, template: str) -> str:
    values = {
        name: datetime(2026, 1, 31, 8, 5, tzinfo=UTC) if f"{{{name}, date" in template else 2
        for name in re.findall(r"\{(\w+)", template)
    }
    return Sentence(key, template, values).format()


def test_the_generated_modules_of_the_ui_have_every_sentence() -> None:
    modules = {audience: (GENERATED / f"sentences-for-{audience}.ts").read_text("utf-8") for audience in AUDIENCES}
    assert modules == {name: sentences.typescript(for_teachers=name == "teachers") for name in AUDIENCES}
    assert sum(text.count("msg({ id:") for text in modules.values()) == len(sentences.sentences())


def test_students_do_not_load_sentences_about_backups_and_the_computer() -> None:
    assert {"backup_damaged", "warning.disk_low", "unknown_adapter"} <= sentences.teachers_keys()
    assert not {"already_submitted", "disk_full", "invalid_credentials", "handoff_over"} & sentences.teachers_keys()


def test_the_command_prints_every_sentence_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["server.sentences"])
    sentences.main()
    printed = json.loads(capsys.readouterr().out)
    assert printed["already_fulfilled"] == {"message": "This purchase has already been fulfilled."}
    assert printed["needs_rescue"]["message"].startswith(
        "GoalBucks is being repaired on the {serverKind, select, school {school's server} other {class computer}}."
    )


@pytest.mark.parametrize(
    ("template", "params", "expected"),
    [
        ("in {count, plural, one {a minute} other {# minutes}}", {"count": 1}, "in a minute"),
        ("in {count, plural, one {a minute} other {# minutes}}", {"count": 12}, "in 12 minutes"),
        ("it{cause, select, full {: {disk} is full} other {}}.", {"cause": "full", "disk": "D:"}, "it: D: is full."),
        ("it{cause, select, full {: {disk} is full} other {}}.", {"cause": "else", "disk": "D:"}, "it."),
        ("{free} are free", {"free": ByteCount(3_400_000)}, "3.4 MB are free"),
        ("at most {max, number}", {"max": 1_000_000}, "at most 1,000,000"),
        (
            "{now, date, long}, {now, time, short}",
            {"now": datetime(2026, 1, 3, 8, 5, tzinfo=UTC)},
            "January 3, 2026, 08:05",
        ),
        ("{inner} Then this.", {"inner": Sentence("inner", "{host} first.")}, "computer first. Then this."),
        ("{name}", {"name": "{host} {name} #"}, "{host} {name} #"),
    ],
)
def test_a_template_is_formatted_in_english(
    template: str, params: dict[str, str | int | datetime | Sentence], expected: str
) -> None:
    assert Sentence("key", template, params).format("computer") == expected


@pytest.mark.parametrize(
    ("error_number", "words"),
    [(13, ": this account has no right to do so."), (30, ": its disk is read-only."), (2**20, "can't be read.")],
)
def test_the_error_of_an_unreadable_backup_file_states_the_reason_if_it_is_known(error_number: int, words: str) -> None:
    found = BackupFileUnreadableError.of(Path("a.backup"), OSError(error_number, "no"))
    assert f"{words} Nothing was changed." in found.message


def test_an_error_without_parameters_has_a_key_only(test_app: RunningApp) -> None:
    response = test_app.anonymous_client().get("/api/nothing")
    assert response.json() == {
        "error": "This was not found. It may have been deleted.",
        "code": "not_found",
        "key": "not_found",
    }


@pytest.mark.spec("11.6")
def test_a_sentence_that_shares_its_code_has_a_key_of_its_own(classroom: PreparedClassroom) -> None:
    refused = classroom.test_app.lan_client().post("/api/auth/student", {"username": "x", "password": "x"})
    assert error(refused) == (422, "invalid")
    assert refused.json()["key"] == "class_code_required"
    assert refused.json()["fieldKeys"] == {"classCode": {"key": "class_code_required"}}


@pytest.mark.spec("11.6")
def test_a_refused_field_has_a_key_and_parameters(classroom: PreparedClassroom) -> None:
    body = {"name": "x" * 201, "gradeLevel": "5th Grade"}
    refused = classroom.teacher_client.post("/api/classrooms", body).json()
    problem = {"key": "field.string_too_long", "params": {"max": 200}}
    assert refused == {
        "error": "Please check what you entered: name must have at most 200 characters.",
        "code": "invalid",
        "key": "invalid_field",
        "params": {"field": "name", "problem": problem},
        "fields": {"name": "must have at most 200 characters"},
        "fieldKeys": {"name": problem},
    }


@pytest.mark.spec("11.6")
def test_a_rate_limit_has_the_minutes_to_wait(make_test_app: MakeTestApp) -> None:
    browser = make_test_app(address_failure_limit=3).lan_client()
    body = {"username": "x", "password": "x", "classCode": "222222"}
    assert browser.post("/api/auth/student", body).status_code == 401
    refused = browser.post("/api/auth/student", body)
    assert error(refused) == (429, "too_often")
    assert refused.json()["key"] == "unknown_class_code_limit"
    assert refused.json()["params"] == {"minutes": 5}


@pytest.fixture
def failing_backups(test_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> BackupService:
    """Backups on a full disk."""
    backups: BackupService = test_app.services.backups
    set_free_space(monkeypatch, 10**6)
    return backups


def local_client(test_app: RunningApp) -> ApiClient:
    return test_app.client_for(test_app.teacher())


def read_warnings(test_app: RunningApp, teacher: ApiClient) -> dict[str, dict[str, Any]]:
    """Return the warnings by code, of a monitor of its own: that of the application checks at the same time."""
    services = test_app.services
    own = HealthMonitor(
        services.settings, services.backups, services.transactions, services.database_check, services.login_card_key
    )
    test_app.portal.call(own.check)
    test_app.app.state.services = replace(services, monitor=own)
    return {each["code"]: each for each in teacher.get("/api/warnings").json()}


@pytest.mark.sqlite_file
def test_the_last_failure_of_a_backup_has_key_and_parameters(
    test_app: RunningApp, failing_backups: BackupService
) -> None:
    teacher = local_client(test_app)
    with pytest.raises(BackupDiskFullError):
        failing_backups.write(BackupRequest("daily"))
    failure = teacher.get("/api/backups").json()["lastFailure"]
    assert failure["key"] == "more_space_needed"
    assert failure["params"]["free"] == {"bytes": 1_000_000}
    needed = ByteCount(failure["params"]["needed"]["bytes"])
    assert f"{needed} are needed, and 1.0 MB are free" in failure["sentence"]


@pytest.mark.sqlite_file
def test_a_sentence_within_another_has_key_and_parameters(test_app: RunningApp, failing_backups: BackupService) -> None:
    teacher = local_client(test_app)
    made = teacher.post("/api/classrooms", {"name": "Math", "gradeLevel": "5th Grade"}).json()
    refused = teacher.delete(f"/api/classrooms/{made['id']}")
    assert error(refused) == (409, "not_backed_up")
    assert failing_backups.failure is not None
    assert refused.json()["params"] == {"cause": failing_backups.failure.sentence.to_json()}
    warnings = read_warnings(test_app, teacher)
    assert warnings["backup_failed"]["key"] == "warning.backup_failed"
    assert warnings["backup_failed"]["params"] == {"cause": failing_backups.failure.sentence.to_json()}
    assert warnings["disk_low"]["key"] == "warning.disk_full"
    assert "params" not in warnings["disk_low"]


@pytest.mark.sqlite_file
def test_a_warning_about_the_folder_has_its_path_as_a_parameter(
    app_pool: AppPool, database: DatabaseFactory, tmp_path: Path
) -> None:
    folder = tmp_path / "Dropbox" / "GoalBucks"
    folder.mkdir(parents=True)
    with run_test_app(app_pool, database, folder) as test_app:
        warning = read_warnings(test_app, local_client(test_app))["cloud_folder"]
    assert warning["key"] == "warning.with_folder"
    assert warning["params"] == {
        "warning": {"key": "warning.synced_folder", "params": {"program": "Dropbox"}},
        "folder": str(folder),
    }


def test_the_problem_of_a_recovery_has_key_and_parameters(tmp_path: Path) -> None:
    async def restart() -> None: ...

    settings = Settings(data_dir=tmp_path, ui_dir=Path("no-ui"))
    recovery = DatabaseRecovery(
        BackupService(settings), DatabaseQuarantinedError(tmp_path), restart=restart, report=lambda _: None
    )
    recovery.problem = ImageUnreadableError(params={"name": "a.webp", "reason": "io_error"})
    app = create_recovery_app(settings, recovery)
    shown = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1)).get("/api/rescue").json()
    assert shown["problem"] == {
        "error": recovery.problem.message,
        "code": "backup_failed",
        "key": "photo_unreadable",
        "params": {"name": "a.webp", "reason": "io_error"},
    }
