"""Google and Firebase sign-in in a real browser: the real SDK against the Firebase Auth emulator."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import NewPage
from tests.e2e.google_stub import block_google, choose_account, expect_dialog_message, open_google_window, stub_google
from tests.e2e.page_actions import AMARA, add_students, class_code, create_class, open_teacher_login, sign_in_student
from tests.factories.auth_emulator import AuthEmulator, unused_email
from tests.factories.server_process import ServerProcess

PASSWORD = "open sesame"
LOCAL_PASSWORD_HINT = "when the internet is away"
NAME = "Elena Rivera"
SDK_HOSTS = ("identitytoolkit.googleapis.com", "securetoken.googleapis.com", "apis.google.com")
"""Hosts that only the SDK calls."""
SDK_TIMEOUT_MS = 20_000
"""After its window was closed, the SDK waits this long for a pending response."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, emulator: AuthEmulator) -> Iterator[ServerProcess]:
    """A class computer whose Google is the emulator; each test has an account of its own."""
    data_dir = tmp_path_factory.mktemp("google") / "data"
    process = ServerProcess(data_dir, host="0.0.0.0", environment=emulator.environment, forked=True)
    yield process
    assert process.stop() == 0


@pytest.fixture
def console_errors(teacher_page: Page) -> list[str]:
    """Errors in the browser's console."""
    found: list[str] = []
    teacher_page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found


@pytest.fixture
def page(teacher_page: Page, console_errors: list[str]) -> Iterator[Page]:
    """The teacher's browser, on the class computer, with Google reachable."""
    stub_google(teacher_page.context)
    yield teacher_page
    assert [each for each in console_errors if "Content Security Policy" in each] == []


def open_dialog(page: Page) -> None:
    open_teacher_login(page)
    expect(page.get_by_role("button", name="Sign in with Google")).to_be_visible()


def send_credentials(page: Page, email: str, password: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Email").fill(email)
    dialog.get_by_label("Password", exact=True).fill(password)
    dialog.get_by_role("button", name="Teacher Login").click()


def send_registration(page: Page, email: str, password: str = PASSWORD) -> None:
    open_dialog(page)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Create Account").click()
    dialog.get_by_label("Full Name").fill(NAME)
    dialog.get_by_label("Email").fill(email)
    dialog.get_by_label("Password", exact=True).fill(password)
    dialog.get_by_role("button", name="Create Account").click()


def expect_signed_in(page: Page, name: str = NAME) -> None:
    """Signed in, without a class."""
    page.wait_for_url("**/teacher/no-classes")
    session = page.evaluate("fetch('/api/auth/session').then((response) => response.json())")
    assert session["user"]["name"] == name


def expect_signed_out(page: Page) -> None:
    assert page.evaluate("fetch('/api/auth/session').then((response) => response.status)") == 401


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Logout").filter(visible=True).first.click()
    expect(page.get_by_role("button", name="Teacher Login")).to_be_visible()


def register_locally(page: Page, email: str, password: str = PASSWORD) -> None:
    """An account registered before Google sign-in was configured."""
    body = {"name": NAME, "email": email, "password": password}
    assert page.request.post("/api/auth/register-teacher", data=body).status == 201
    page.context.clear_cookies()


@pytest.mark.spec("1.2", "2.9")
def test_a_teacher_signs_in_in_googles_window(page: Page, console_errors: list[str]) -> None:
    open_dialog(page)
    window = open_google_window(page)
    expect(window.locator("#add-account-button")).to_be_visible()
    assert window.evaluate("[outerWidth, outerHeight]") == [500, 600]
    choose_account(window, unused_email(), NAME)
    expect_signed_in(page)
    assert console_errors == []


@pytest.mark.spec("2.10")
def test_a_provider_account_is_created_and_signs_in_by_email(page: Page, console_errors: list[str]) -> None:
    email = unused_email()
    send_registration(page, email)
    expect_signed_in(page)
    sign_out(page)
    open_dialog(page)
    send_credentials(page, email, "wrong")
    expect_dialog_message(page, "Incorrect e-mail or password.")
    console_errors.clear()  # 400 and 401 are expected there
    send_credentials(page, email, PASSWORD)
    expect_signed_in(page)
    assert console_errors == []
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('firebase'))") == []


def test_an_existing_provider_account_is_created_here_only_with_its_password(
    page: Page, emulator: AuthEmulator
) -> None:
    email = emulator.create_account(PASSWORD)
    send_registration(page, email, "another one")
    expect_dialog_message(page, "There is already an account with this e-mail. Please sign in instead.")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Create Account").click()
    expect_signed_in(page)


@pytest.mark.long
def test_a_closed_google_window_is_reported_as_cancelled(page: Page) -> None:
    open_dialog(page)
    open_google_window(page).close()
    expect(page.get_by_text("Google sign-in was cancelled.")).to_be_visible(timeout=SDK_TIMEOUT_MS)
    expect(page.get_by_role("alert")).to_have_count(0)
    open_google_window(page).close()
    page.get_by_role("button", name="Cancel").press("Enter")
    choose_account(open_google_window(page), unused_email(), NAME)
    expect_signed_in(page)


def test_a_blocked_popup_is_reported(page: Page) -> None:
    page.add_init_script("window.open = () => null;")
    open_dialog(page)
    page.get_by_role("button", name="Sign in with Google").click()
    expect(page.get_by_role("alert")).to_contain_text("Your browser blocked Google\u2019s window.")
    expect_signed_out(page)


def test_without_internet_the_local_password_signs_in(page: Page, emulator: AuthEmulator) -> None:
    email = unused_email()
    send_registration(page, email)
    expect_signed_in(page)
    page.goto("/teacher/settings")
    page.get_by_label("New password").fill(LOCAL_PASSWORD_HINT)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_label("Current password")).to_be_visible()
    sign_out(page)

    block_google(page.context, emulator)
    open_dialog(page)
    page.get_by_role("button", name="Sign in with Google").click()
    expect_dialog_message(page, "Network error. Please try again.")
    send_credentials(page, email, PASSWORD)
    expect_dialog_message(page, "Network error. Please try again.")
    send_credentials(page, email, LOCAL_PASSWORD_HINT)
    expect_signed_in(page)


@pytest.mark.long
def test_an_earlier_local_account_is_linked_to_google_by_its_password(page: Page) -> None:
    email = unused_email()
    open_dialog(page)
    register_locally(page, email)
    choose_account(open_google_window(page), email, "Elena at Google")
    expect(page.get_by_role("heading", name="Connect your account")).to_be_visible()
    expect_dialog_message(page, email)
    expect_signed_out(page)
    password = page.get_by_label("GoalBucks password")
    expect(password).to_be_focused()
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    expect_dialog_message(page, "This is not the password of the account here.")
    expect_signed_out(page)
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect_signed_in(page)


def test_an_account_disabled_at_the_provider_signs_in_only_with_the_local_password(
    page: Page, emulator: AuthEmulator
) -> None:
    email = emulator.create_account(PASSWORD)
    emulator.disable_account(email)
    open_dialog(page)
    register_locally(page, email, "local-secret")
    send_credentials(page, email, PASSWORD)
    expect_dialog_message(page, "This account is disabled.")
    expect_signed_out(page)
    page.keyboard.type("local-secret")
    page.keyboard.press("Enter")
    expect_signed_in(page)


class LoadedScripts:
    """The scripts loaded over the network."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.addresses: set[str] = set()
        page.on("response", self._record)

    def with_sdk(self) -> set[str]:
        return {address for address in self.addresses if any(part in self._read(address) for part in SDK_HOSTS)}

    def _record(self, response: Response) -> None:
        if "javascript" in response.headers.get("content-type", ""):
            self.addresses.add(response.url)

    def _read(self, address: str) -> str:
        # Fetched again: the browser discards a response's body with its page.
        return self._page.request.get(address).text()


@pytest.mark.long
def test_a_student_loads_no_byte_of_the_sdk(page: Page, server: ServerProcess, new_page: NewPage) -> None:
    teachers = LoadedScripts(page)
    send_registration(page, unused_email())
    expect_signed_in(page)
    assert teachers.with_sdk()
    create_class(page)
    add_students(page, AMARA)

    student_page = new_page(server.lan_url, has_touch=True)
    requested: list[str] = []
    student_page.on("request", lambda request: requested.append(request.url))
    students = LoadedScripts(student_page)
    student_page.goto("/")
    student_page.get_by_role("button", name="Teacher Login").click()
    expect(student_page.get_by_text("Teachers sign in on the class computer itself.")).to_be_visible()
    sign_in_student(student_page, AMARA, class_code(page))
    student_page.get_by_role("link", name=re.compile("Store")).filter(visible=True).first.click()
    expect(student_page.get_by_role("heading", name="Store").first).to_be_visible()
    assert len(students.addresses) > 3
    assert students.with_sdk() == set()
    assert [address for address in requested if not address.startswith(server.lan_url)] == []
