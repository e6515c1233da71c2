"""Scenes of Connect students in every state, with a mocked network for reproducible pictures."""

from typing import Any

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, wait_for
from tests.e2e.page_mocks import disconnect_server, fail_data, leave_data_pending, mock_many_rows

CONNECT = "/teacher/connect"
IT_NOTE = f"{CONNECT}/it-note"
MINUTE_MS = 61_000
WIFI = {"name": "wlan0", "label": "Wi-Fi", "address": "192.168.1.20", "reason": "used"}
CABLE = {"name": "eth0", "label": "Ethernet", "address": "10.20.30.40", "reason": "default_route"}
NETWORK: dict[str, Any] = {
    "port": 8080,
    "port80": False,
    "takenPort": None,
    "address": WIFI["address"],
    "url": "http://192.168.1.20:8080",
    "hostName": "goalbucks-rivera.local",
    "hostNameUrl": "http://goalbucks-rivera.local:8080",
    "adapters": [WIFI, CABLE],
    "chosenAdapter": None,
    "devices": 9,
    "connectedStudents": 7,
}
NO_DEVICES: dict[str, Any] = {"devices": 0, "connectedStudents": 0}
NO_HOST_NAME: dict[str, Any] = {"hostName": None, "hostNameUrl": None}
NO_NETWORK: dict[str, Any] = {"address": None, "url": None, "adapters": [], **NO_HOST_NAME, **NO_DEVICES}
FALLBACK_PORT: dict[str, Any] = {"takenPort": 8080, "port": 8088, "url": "http://192.168.1.20:8088", **NO_HOST_NAME}


def mock_network(**changes: Any) -> Step:
    """Mock the network as `NETWORK` with these changes."""

    def mock(page: Page) -> None:
        page.route("**/api/network", lambda route: route.fulfill(json={**NETWORK, **changes}))

    return mock


def mock_large_class(page: Page) -> None:
    """Mock a connected class of 40 students."""
    mock_many_rows(page)
    mock_network(devices=38, connectedStudents=33)(page)


def mock_no_devices(page: Page) -> None:
    """Mock a network without devices, and the page's clock for `advance_minute`."""
    page.clock.install()
    mock_network(**NO_DEVICES)(page)


def advance_minute(page: Page) -> None:
    """Advance the clock past the time after which the checklist appears."""
    page.clock.fast_forward(MINUTE_MS)


WAIT_FOR_ADDRESS, WAIT_FOR_SIGNED_IN = wait_for("192.168.1.20:8080"), wait_for("of 10 signed in")
CONNECTING = (
    Scene("connect", "teacher", CONNECT, (WAIT_FOR_SIGNED_IN,), before=mock_network(), page=True),
    Scene("connect-loading", "teacher", CONNECT, before=leave_data_pending),
    Scene("connect-error", "teacher", CONNECT, (wait_for("Try again"),), before=fail_data),
    Scene("connect-offline", "teacher", CONNECT, (WAIT_FOR_SIGNED_IN, disconnect_server), before=mock_network()),
    Scene("connect-nobody", "teacher", CONNECT, (WAIT_FOR_SIGNED_IN,), before=mock_network(**NO_DEVICES)),
    Scene(
        "connect-checklist",
        "teacher",
        CONNECT,
        (WAIT_FOR_SIGNED_IN, advance_minute, wait_for("Nobody has reached this computer yet")),
        before=mock_no_devices,
    ),
    Scene("connect-crowded", "teacher", CONNECT, (wait_for("of 40 signed in"),), before=mock_large_class),
    Scene(
        "connect-no-network",
        "teacher",
        CONNECT,
        (wait_for("connected to a network"),),
        before=mock_network(**NO_NETWORK),
    ),
    Scene("connect-no-classes", "new teacher", CONNECT, (WAIT_FOR_ADDRESS,), before=mock_network(**NO_DEVICES)),
    Scene(
        "connect-port-taken",
        "teacher",
        CONNECT,
        (wait_for("Another program uses"),),
        before=mock_network(**FALLBACK_PORT),
    ),
    Scene(
        "connect-wrong-network",
        "teacher",
        CONNECT,
        (WAIT_FOR_SIGNED_IN, click("Wrong network?")),
        before=mock_network(),
    ),
    Scene(
        "connect-full-screen",
        "teacher",
        CONNECT,
        (WAIT_FOR_SIGNED_IN, click("Full screen")),
        before=mock_network(),
        page=True,
    ),
    Scene(
        "connect-full-screen-crowded",
        "teacher",
        CONNECT,
        (wait_for("of 40 signed in"), click("Full screen")),
        before=mock_large_class,
    ),
    Scene("it-note", "teacher", IT_NOTE, (wait_for("What we ask for"),), before=mock_network(), page=True),
    Scene("it-note-loading", "teacher", IT_NOTE, before=leave_data_pending),
    Scene("it-note-error", "teacher", IT_NOTE, (wait_for("Try again"),), before=fail_data),
    Scene("it-note-no-network", "teacher", IT_NOTE, (wait_for("What we ask for"),), before=mock_network(**NO_NETWORK)),
)
