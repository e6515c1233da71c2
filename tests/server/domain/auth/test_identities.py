"""Teachers whom the identity provider vouches for: who they are here, where they may begin, and what connects them."""

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.teachers.models import Teacher
from tests.factories.fields import TEACHER_USER
from tests.factories.firebase import ELENA, SETTINGS, CertificateServer, token
from tests.factories.passwords import PASSWORD
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, World, error
from tests.server.conftest import Hands, MakeWorld

GOOGLE = "/api/auth/firebase"
TEACHER = "/api/auth/teacher"
REGISTER = "/api/auth/register-teacher"
SIGN_INS = (GOOGLE, TEACHER)
LINK = "There is already an account with this e-mail here. Enter its password to connect the two."


def send(browser: Browser, call: str = GOOGLE, id_token: str | None = None, **more: str) -> Response:
    return browser.post(call, {"idToken": id_token or token(), **more})


def user_of(answer: Response) -> dict[str, str]:
    assert answer.status_code in {200, 201}, answer.json()
    user: dict[str, str] = answer.json()["user"]
    assert set(user) == TEACHER_USER
    return user


def local_teacher(world: World, email: str = ELENA.email) -> dict[str, str]:
    """Somebody who registered with e-mail and password before Google sign-in was set up."""
    body = {"name": "Elena from before", "email": email, "password": PASSWORD}
    return user_of(world.visitor().post(REGISTER, body))


def is_in(browser: Browser) -> bool:
    return browser.get("/api/auth/session").status_code == 200


class TestWhoTheyAre:
    """The provider's uid counts: e-mails change hands there."""

    @pytest.mark.spec("2.9")
    def test_the_first_google_sign_in_makes_the_account_and_the_second_finds_it(self, school: World) -> None:
        first = user_of(send(school.visitor()))
        assert user_of(send(school.visitor())) == first
        assert count(school, "teachers") == 1

    @pytest.mark.parametrize("call", [*SIGN_INS, REGISTER])
    def test_with_another_email_it_is_the_same_teacher(self, school: World, call: str) -> None:
        known = user_of(send(school.visitor()))
        married = token(ELENA.but(email="elena.okafor@school.test", name="Elena Okafor"))
        assert user_of(send(school.visitor(), call, married))["id"] == known["id"]
        assert count(school, "teachers") == 1

    @pytest.mark.parametrize("call", SIGN_INS)
    def test_the_same_email_of_another_uid_is_not_let_in(self, school: World, call: str) -> None:
        send(school.visitor())
        successor = school.visitor()
        with nothing_stored(school):
            answer = send(successor, call, token(ELENA.but(uid="the next owner of the address")))
        assert error(answer) == (409, "email_taken")
        assert not is_in(successor)

    @pytest.mark.parametrize(("typed", "kept"), [("Elena Rivera", "Elena Rivera"), ("", "elena"), ("E", "elena")])
    def test_a_name_that_is_none_here_is_made_of_the_email(self, school: World, typed: str, kept: str) -> None:
        assert user_of(send(school.visitor(), id_token=token(ELENA.but(name=typed))))["name"] == kept

    def test_without_a_name_in_the_token_too(self, school: World) -> None:
        assert user_of(send(school.visitor(), id_token=token(name=None)))["name"] == "elena"

    def test_an_account_without_a_password_has_none_that_fits(self, school: World) -> None:
        send(school.visitor())
        for password in ("x", PASSWORD, "None"):
            answer = school.visitor().post(TEACHER, {"username": ELENA.email, "password": password})
            assert error(answer) == (401, "invalid_credentials")

    def test_a_new_session_comes_with_each_sign_in(self, school: World) -> None:
        browser = school.visitor()
        sessions = {send(browser).cookies["goalbucks_session"] for _ in range(3)}
        assert len(sessions) == 3
        assert count(school, "sessions") == 1


class TestRegistering:
    @pytest.mark.spec("2.7")
    def test_the_new_teacher_is_answered_and_signed_in(self, school: World) -> None:
        browser = school.visitor()
        answer = send(browser, REGISTER)
        assert answer.status_code == 201
        assert user_of(answer)["name"] == ELENA.name
        assert is_in(browser)

    def test_twice_is_once(self, school: World) -> None:
        """The first answer may have been lost."""
        known = user_of(send(school.visitor(), REGISTER))
        again = send(school.visitor(), REGISTER)
        assert again.status_code == 201
        assert user_of(again) == known
        assert count(school, "teachers") == 1

    @pytest.mark.spec("2.7")
    def test_an_email_with_an_account_here_is_taken(self, school: World) -> None:
        local_teacher(school)
        with nothing_stored(school):
            answer = send(school.visitor(), REGISTER)
        assert error(answer) == (409, "email_taken")

    @pytest.mark.spec("2.10")
    def test_an_email_account_that_nobody_registered_here_is_no_account(self, school: World) -> None:
        with nothing_stored(school):
            answer = send(school.visitor(), TEACHER)
        assert error(answer) == (401, "invalid_credentials")
        assert answer.json()["error"] == "There is no account for this e-mail here yet. Choose Create Account."


class TestWhere:
    """Accounts are made at the computer itself; the switch opens sign-in alone."""

    def test_from_another_device_no_token_is_looked_at(self, school: World, google: CertificateServer) -> None:
        send(school.visitor())
        asked = google.asked
        with nothing_stored(school):
            for call in (GOOGLE, TEACHER, REGISTER):
                assert error(send(school.device(), call)) == (403, "teacher_not_allowed_here")
        assert google.asked == asked

    @pytest.mark.usefixtures("google")
    def test_the_switch_lets_known_teachers_in_and_makes_none(
        self,
        make_world: MakeWorld,
    ) -> None:
        world = make_world(**SETTINGS, teacher_from_network=True)
        with nothing_stored(world):
            assert error(send(world.device())) == (403, "teacher_not_allowed_here")
            assert error(send(world.device(), REGISTER)) == (403, "teacher_not_allowed_here")
            assert error(send(world.device(), TEACHER)) == (401, "invalid_credentials")
        known = user_of(send(world.visitor()))
        for call in SIGN_INS:
            assert user_of(send(world.device(), call)) == known

    @pytest.mark.parametrize("browser", ["visitor", "device"])
    @pytest.mark.parametrize("more", [{}, {"inviteCode": "a guess"}])
    @pytest.mark.usefixtures("google")
    def test_a_schools_server_makes_none_without_its_invite(
        self, make_world: MakeWorld, browser: str, more: dict[str, str]
    ) -> None:
        world = make_world(**SETTINGS, school=True)
        with nothing_stored(world):
            for call in (GOOGLE, REGISTER):
                assert error(send(getattr(world, browser)(), call, **more)) == (403, "registration_closed")


class TestConnecting:
    """An e-mail proves nothing here: the account's own password does, once."""

    @pytest.mark.spec("2.11")
    @pytest.mark.parametrize("call", SIGN_INS)
    def test_the_password_of_the_account_here_is_asked_for(self, school: World, call: str) -> None:
        local_teacher(school)
        browser = school.visitor()
        with nothing_stored(school):
            answer = send(browser, call)
        assert (error(answer), answer.json()["error"]) == ((409, "link_required"), LINK)
        assert not is_in(browser)

    @pytest.mark.spec("2.11")
    @pytest.mark.parametrize("call", SIGN_INS)
    def test_the_right_one_connects_and_signs_in(self, school: World, call: str) -> None:
        known = local_teacher(school)
        browser = school.visitor()
        assert user_of(send(browser, call, password=PASSWORD)) == known
        assert is_in(browser)
        for again in SIGN_INS:
            assert user_of(send(school.visitor(), again)) == known
        account = browser.get(f"/api/teachers/{known['id']}").json()
        assert (account["hasPassword"], account["usesIdentityProvider"]) == (True, True)

    def test_the_email_is_compared_without_case(self, school: World) -> None:
        local_teacher(school, "Elena@School.test")
        assert error(send(school.visitor())) == (409, "link_required")

    @pytest.mark.parametrize("call", SIGN_INS)
    def test_a_wrong_one_connects_nothing(self, school: World, call: str) -> None:
        local_teacher(school)
        browser = school.visitor()
        answer = send(browser, call, password="wrong")
        assert error(answer) == (401, "invalid_credentials")
        assert answer.json()["error"] == "This is not the password of the account here."
        assert not is_in(browser)
        assert error(send(school.visitor(), call)) == (409, "link_required")

    def test_guessing_is_braked_as_at_the_sign_in(self, school: World, hands: Hands) -> None:
        local_teacher(school)
        for _ in range(10):
            assert error(send(school.visitor(), password="wrong")) == (401, "invalid_credentials")
        answer = send(school.visitor(), password=PASSWORD)
        assert error(answer) == (429, "too_many_attempts")
        assert answer.headers["retry-after"] == "300"
        body = {"username": ELENA.email, "password": PASSWORD}
        assert error(school.visitor().post(TEACHER, body)) == (429, "too_many_attempts")
        hands.move(minutes=5)
        # The sign-in with Google is by now 5 minutes old as well.
        fresh = token(auth_time=int(hands.now.timestamp()))
        user_of(send(school.visitor(), id_token=fresh, password=PASSWORD))

    def test_a_known_uid_is_not_connected_to_another_account(self, school: World) -> None:
        own = user_of(send(school.visitor()))
        other = local_teacher(school, "head@school.test")
        moved = token(ELENA.but(email="head@school.test"))
        assert user_of(send(school.visitor(), id_token=moved, password=PASSWORD))["id"] == own["id"]
        assert own["id"] != other["id"]

    def test_a_password_for_nothing_to_connect_is_not_looked_at(self, school: World) -> None:
        assert user_of(send(school.visitor(), password="whatever"))["username"] == ELENA.email

    def test_a_new_google_account_of_the_same_email_is_connected_by_the_password_too(self, school: World) -> None:
        """The school made it anew: only who knows the password here goes on as the same teacher."""
        known = local_teacher(school)
        send(school.visitor(), password=PASSWORD)
        renewed = token(ELENA.but(uid="made anew"))
        assert error(send(school.visitor(), id_token=renewed)) == (409, "link_required")
        assert user_of(send(school.visitor(), id_token=renewed, password=PASSWORD)) == known


class TestPasswordForThisComputer:
    """For when there is no internet."""

    @pytest.mark.spec("2.27")
    def test_it_signs_in_without_the_internet(self, school: World, google: CertificateServer) -> None:
        desk = school.visitor()
        known = user_of(send(desk))
        path = f"/api/teachers/{known['id']}"
        own: dict[str, object] = {"id": known["id"], "name": ELENA.name, "email": ELENA.email}
        own |= {"recoveryCodeMadeAt": None, "usesIdentityProvider": True}
        assert desk.get(path).json() == own | {"hasPassword": False}
        assert desk.put(f"{path}/password", {"newPassword": "for this one"}).status_code == 204
        assert desk.get(path).json() == own | {"hasPassword": True}
        google.unplug()
        offline = school.visitor()
        assert user_of(offline.post(TEACHER, {"username": ELENA.email, "password": "for this one"})) == known
        assert is_in(offline)

    def test_google_still_signs_in_to_it(self, school: World) -> None:
        desk = school.visitor()
        known = user_of(send(desk))
        desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"})
        assert user_of(send(school.visitor())) == known

    def test_a_session_of_10_minutes_is_young_enough(self, school: World, hands: Hands) -> None:
        desk = school.visitor()
        known = user_of(send(desk))
        hands.move(minutes=10)
        assert desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"}).status_code == 204

    @pytest.mark.spec("2.27")
    def test_an_older_one_has_to_sign_in_again(self, school: World, hands: Hands) -> None:
        desk = school.visitor()
        known = user_of(send(desk))
        hands.move(minutes=10, seconds=1)
        with nothing_stored(school):
            answer = desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"})
        assert error(answer) == (403, "sign_in_again")
        assert is_in(desk)
        send(desk, id_token=token(auth_time=int(hands.now.timestamp())))
        assert desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"}).status_code == 204

    def test_a_forgotten_one_is_set_anew_within_10_minutes_of_signing_in(self, school: World, hands: Hands) -> None:
        desk = school.visitor()
        path = f"/api/teachers/{user_of(send(desk))['id']}/password"
        desk.put(path, {"newPassword": "for this one"})
        assert error(desk.put(path, {"currentPassword": "a guess", "newPassword": "another"})) == (
            422,
            "wrong_password",
        )
        hands.move(minutes=10, seconds=1)
        assert error(desk.put(path, {"newPassword": "another"})) == (403, "sign_in_again")
        send(desk, id_token=token(auth_time=int(hands.now.timestamp())))
        assert desk.put(path, {"newPassword": "another"}).status_code == 204
        assert user_of(school.visitor().post(TEACHER, {"username": ELENA.email, "password": "another"}))

    def test_an_account_of_this_computer_alone_never_does_without_it(self, school: World) -> None:
        known = local_teacher(school)
        desk = school.visitor()
        desk.post(TEACHER, {"username": ELENA.email, "password": PASSWORD})
        answer = desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"})
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {"currentPassword"}

    def test_it_is_kept_as_a_hash(self, school: World) -> None:
        desk = school.visitor()
        known = user_of(send(desk))
        desk.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"})
        with school.look() as db:
            kept = db.scalars(select(Teacher.password_hash)).one()
        assert kept is not None
        assert kept.startswith("$argon2id$")
