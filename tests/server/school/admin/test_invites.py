"""Registration on a school server with an invite code (specification 16.2)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from httpx2 import Response

from server.domain.auth import sign_in_limits
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.firebase import ELENA, SETTINGS, CertificateServer, make_id_token
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp
from tests.server.domain.auth.conftest import google as google  # noqa: PLC0414 - a fixture
from tests.server.school.admin.conftest import Administrator

pytestmark = pytest.mark.postgresql

REGISTER = "/api/auth/register-teacher"
GOOGLE = "/api/auth/firebase"


def register(browser: ApiClient, code: str | None, name: str = "elena") -> Response:
    body = {"name": name, "email": f"{name}@school.test", "password": "secret7"}
    return browser.post(REGISTER, body if code is None else body | {"inviteCode": code})


def statuses(responses: Sequence[Response]) -> list[int]:
    return sorted(response.status_code for response in responses)


def test_login_configuration_shows_a_school_server(school_app: RunningApp) -> None:
    config = school_app.lan_client().get("/api/auth/config").json()
    assert (config["school"], config["registrationAllowed"], config["teacherSignInAllowed"]) == (True, True, True)


@pytest.mark.spec("16.2")
def test_invite_code_allows_registration_from_any_device_in_any_spelling(
    school_app: RunningApp, admin: Administrator
) -> None:
    code = admin.done("invite")[0]
    for number, typed in enumerate((code, code.lower(), f" {code.replace('-', '')} ", code.replace("-", " "))):
        browser = school_app.lan_client()
        assert register(browser, typed, f"teacher{number}").status_code == 201
        assert browser.get("/api/auth/session").status_code == 200


@pytest.mark.spec("16.2")
def test_registration_with_a_missing_or_wrong_invite_code_is_refused(
    school_app: RunningApp, admin: Administrator
) -> None:
    code = admin.done("invite")[0]
    with assert_unchanged(school_app):
        refused = {
            typed: register(school_app.lan_client(), typed) for typed in (None, "", " ", "guess", code[:-1], code + "2")
        }
    assert {error(response) for response in refused.values()} == {(403, "registration_closed")}
    assert "need an invite code" in refused[None].json()["error"]
    assert "isn't right" in refused["guess"].json()["error"]


@pytest.fixture
def no_hashing(school_app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip password hashing, which would serialize concurrent registrations."""

    async def no_hash(password: str) -> str:
        return password

    monkeypatch.setattr(school_app.services.password_hasher, "hash", no_hash)


@pytest.mark.usefixtures("no_hashing")
def test_concurrent_registrations_do_not_exceed_the_invite_uses(school_app: RunningApp, admin: Administrator) -> None:
    code = admin.done("invite", "--uses", "2")[0]
    calls = [partial(register, school_app.lan_client(), code, f"new{number}") for number in range(8)]
    assert statuses(run_concurrently(*calls)) == [201, 201, *[403] * 6]
    assert count_rows(school_app, "teachers") == 2


def test_invite_code_expires(fake_clock: FakeClock, school_app: RunningApp, admin: Administrator) -> None:
    code = admin.done("invite", "--days", "3")[0]
    fake_clock.advance(days=2.9)
    assert register(school_app.lan_client(), code).status_code == 201
    fake_clock.advance(days=0.2)
    assert error(register(school_app.lan_client(), code, "diego")) == (403, "registration_closed")
    assert "(expired)" in admin.done("invites")[1]


def test_invite_list_shows_no_codes_and_invites_are_revoked_by_label_or_code(
    school_app: RunningApp, admin: Administrator
) -> None:
    by_name, by_code, left = (admin.done("invite", *words)[0] for words in ((), ("--uses", "7"), ("--days", "9")))
    heads, *rows = admin.done("invites")
    assert heads.split() == ["Invite", "Created", "Expires", "Uses", "left"]
    assert [row.rsplit("  ", 1)[-1].strip() for row in rows] == ["unlimited", "7", "unlimited"]
    assert not any(code in "\n".join(rows) for code in (by_name, by_code, left))
    admin.done("revoke", rows[0].split()[0])
    admin.done("revoke", by_code.lower())
    assert [register(school_app.lan_client(), code).status_code for code in (by_name, by_code, left)] == [403, 403, 201]
    assert len(admin.done("invites")) == 2
    assert "no such invite" in admin.refused("revoke", by_code)


@pytest.mark.spec("16.2")
def test_wrong_invite_codes_are_rate_limited_by_address_without_blocking_valid_ones(
    fake_clock: FakeClock, school_app: RunningApp, admin: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(sign_in_limits.WRONG_INVITE_LIMIT, max_events=3)
    monkeypatch.setattr(sign_in_limits, "WRONG_INVITE_LIMIT", few)
    code = admin.done("invite")[0]
    tries = [register(school_app.lan_client(), typed) for typed in ("A", None, "B", "C", "D")]
    assert [error(response)[0] for response in tries] == [403, 403, 403, 403, 429]
    assert tries[-1].headers["Retry-After"] == "300"
    assert register(school_app.lan_client(), code).status_code == 201
    assert error(register(school_app.lan_client("192.168.1.78"), "D")) == (403, "registration_closed")
    fake_clock.advance(minutes=5)
    assert error(register(school_app.lan_client(), "D")) == (403, "registration_closed")


class TestGoogle:
    """Registration with Google needs the invite code once for each account."""

    @pytest.fixture
    def school_app(self, make_test_app: MakeTestApp, google: CertificateServer) -> RunningApp:
        """A school server with a Firebase project."""
        del google
        return make_test_app(**SETTINGS, school=True)

    @pytest.mark.parametrize("call", [GOOGLE, REGISTER])
    def test_google_registration_needs_the_invite_code_only_once(
        self, school_app: RunningApp, admin: Administrator, call: str
    ) -> None:
        code = admin.done("invite", "--uses", "1")[0]
        with assert_unchanged(school_app):
            for wrong in ({}, {"inviteCode": "guess"}):
                refused = school_app.lan_client().post(call, {"idToken": make_id_token(), **wrong})
                assert error(refused) == (403, "registration_closed")
        first = school_app.lan_client().post(call, {"idToken": make_id_token(), "inviteCode": code})
        assert first.status_code in {200, 201}
        assert school_app.lan_client().post(GOOGLE, {"idToken": make_id_token()}).json() == first.json()
        again = school_app.lan_client().post(REGISTER, {"idToken": make_id_token(), "inviteCode": code})
        assert again.json() == first.json()  # repeated because the first response may have been lost
        other = make_id_token(ELENA.with_changes(uid="somebody else", email="else@school.test"))
        assert error(school_app.lan_client().post(call, {"idToken": other, "inviteCode": code})) == (
            403,
            "registration_closed",
        )
