"""A backup of a class that saves, gives and is taught by several, and the erasure of a child who gave."""

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.data_protection.backups.service import BackupRequest
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.shared_class import SharedClass, create_shared_class, read_log, read_shared_class
from tests.server.data_protection.backups.api_helpers import restore
from tests.server.data_protection.privacy.erasure_helpers import erase

pytestmark = pytest.mark.sqlite_file


def require_integrity(test_app: RunningApp) -> None:
    """Require that `goalbucks check` finds nothing."""
    assert check_integrity(test_app.services.settings).problems == []


@pytest.mark.spec("25.1", "25.3", "10.14", "26.3")
def test_a_restore_brings_back_gifts_savings_limits_and_co_teachers(test_app: RunningApp) -> None:
    shared = create_shared_class(test_app)
    owner = shared.classroom.teacher_client
    members = f"/api/classrooms/{shared.classroom.row.id}/members"
    before, log = read_shared_class(shared, test_app), read_log(shared, test_app)
    joined = owner.get(members).json()
    backup = test_app.services.backups.write(BackupRequest("by-hand"))
    assert owner.post(f"/api/class-goals/{shared.open_goal.id}/end").status_code == 200
    assert owner.delete(f"{members}/{shared.priya.id}").status_code == 204
    for item in (shared.lunch, shared.sticker):
        assert owner.delete(f"/api/store/{item.id}").status_code == 204
    assert read_shared_class(shared, test_app) != before
    restore(test_app, backup)
    assert read_shared_class(shared, test_app) == before
    assert read_log(shared, test_app) == log
    assert test_app.client_for(shared.priya).get(members).json() == joined
    again = {"itemId": shared.lunch.id}
    amara = test_app.client_for(shared.classroom.student)
    assert error(amara.post("/api/purchases", again)) == (409, "item_limit_reached")
    require_integrity(test_app)


@pytest.mark.spec("5.11", "25.4")
def test_an_erased_child_takes_its_gifts_along_also_from_a_backup(test_app: RunningApp) -> None:
    shared = create_shared_class(test_app)
    backup = test_app.services.backups.write(BackupRequest("by-hand"))
    sums = {"Zoo": ("open", 20), "Movie afternoon": ("reached", 30), "Pizza": ("ended", 0)}
    assert read_sums(shared, test_app) == sums
    others = read_of_others(shared, test_app)
    erase(shared.classroom, shared.ben)
    left = sums | {"Zoo": ("open", 15)}
    assert read_sums(shared, test_app) == left
    assert read_of_others(shared, test_app) == others
    require_integrity(test_app)
    restore(test_app, backup)
    assert test_app.client_for(shared.classroom.teacher).get(f"/api/students/{shared.ben.id}").status_code == 404
    assert read_sums(shared, test_app) == left
    assert read_of_others(shared, test_app) == others
    require_integrity(test_app)
    gifts = f"/api/class-goals/{shared.open_goal.id}/gifts"
    amara = test_app.client_for(shared.classroom.student)
    assert amara.post(gifts, {"amount": 1}).json() == {"given": 16, "ownGift": 16}


def read_sums(shared: SharedClass, test_app: RunningApp) -> dict[str, tuple[str, int]]:
    """Return status and sum of each class goal."""
    owner = test_app.client_for(shared.classroom.teacher)
    found = owner.get(f"/api/class-goals/classroom/{shared.classroom.row.id}").json()
    return {each["name"]: (each["status"], each["given"]) for each in found}


def read_of_others(shared: SharedClass, test_app: RunningApp) -> dict[str, object]:
    """Return balance, history and savings of the students who aren't erased."""
    found: dict[str, object] = {}
    for student in (shared.classroom.student, shared.chloe):
        client = test_app.client_for(student)
        for part in ("goalbucks", "ledger", "savings", "goals"):
            found[f"{student.first_name} {part}"] = client.get(f"/api/students/{student.id}/{part}").json()
    return found
