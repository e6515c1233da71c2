"""Scenes of Connect students in every state; the network is mocked, so that pictures are reproducible."""

from typing import Any

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, data_failing, data_pending, many_rows, server_unreachable, shows

CONNECT = "/teacher/connect"
IT_NOTE = f"{CONNECT}/it-note"
MINUTE_MS = 61_000
WIFI = {"name": "wlan0", "label": "Wi-Fi", "address": "192.168.1.20", "reason": "devices came in here"}
CABLE = {"name": "eth0", "label": "Ethernet", "address": "10.20.30.40", "reason": "the way to the Internet"}
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


def mock_network(**told: Any) -> Step:
    """Mock the network as `NETWORK` with these changes."""

    def answer(page: Page) -> None:
        page.route("**/api/network", lambda route: route.fulfill(json={**NETWORK, **told}))

    return answer


def many_connected(page: Page) -> None:
    """A large class is connected."""
    many_rows(page)
    mock_network(devices=38, connectedStudents=33)(page)


def none_connected(page: Page) -> None:
    """No device is connected, and the page's clock can be moved on."""
    page.clock.install()
    mock_network(**NO_DEVICES)(page)


def advance_minute(page: Page) -> None:
    """Move the clock on by about the time in which a class types an address."""
    page.clock.fast_forward(MINUTE_MS)


SHOWS_ADDRESS, SHOWS_SIGNED_IN = shows("192.168.1.20:8080"), shows("of 10 signed in")
CONNECTING = (
    Scene("connect", "teacher", CONNECT, (SHOWS_SIGNED_IN,), before=mock_network(), page=True),
    Scene("connect-loading", "teacher", CONNECT, before=data_pending),
    Scene("connect-error", "teacher", CONNECT, (shows("Try again"),), before=data_failing),
    Scene("connect-offline", "teacher", CONNECT, (SHOWS_SIGNED_IN, server_unreachable), before=mock_network()),
    Scene("connect-nobody", "teacher", CONNECT, (SHOWS_SIGNED_IN,), before=mock_network(**NO_DEVICES)),
    Scene(
        "connect-checklist",
        "teacher",
        CONNECT,
        (SHOWS_SIGNED_IN, advance_minute, shows("Nobody has reached this computer yet")),
        before=none_connected,
    ),
    Scene("connect-crowded", "teacher", CONNECT, (shows("of 40 signed in"),), before=many_connected),
    Scene(
        "connect-no-network", "teacher", CONNECT, (shows("connected to a network"),), before=mock_network(**NO_NETWORK)
    ),
    Scene("connect-no-classes", "new teacher", CONNECT, (SHOWS_ADDRESS,), before=mock_network(**NO_DEVICES)),
    Scene(
        "connect-port-taken", "teacher", CONNECT, (shows("Another program uses"),), before=mock_network(**FALLBACK_PORT)
    ),
    Scene(
        "connect-wrong-network", "teacher", CONNECT, (SHOWS_SIGNED_IN, click("Wrong network?")), before=mock_network()
    ),
    Scene(
        "connect-full-screen",
        "teacher",
        CONNECT,
        (SHOWS_SIGNED_IN, click("Full screen")),
        before=mock_network(),
        page=True,
    ),
    Scene(
        "connect-full-screen-crowded",
        "teacher",
        CONNECT,
        (shows("of 40 signed in"), click("Full screen")),
        before=many_connected,
    ),
    Scene("it-note", "teacher", IT_NOTE, (shows("What we ask for"),), before=mock_network(), page=True),
    Scene("it-note-loading", "teacher", IT_NOTE, before=data_pending),
    Scene("it-note-error", "teacher", IT_NOTE, (shows("Try again"),), before=data_failing),
    Scene("it-note-no-network", "teacher", IT_NOTE, (shows("What we ask for"),), before=mock_network(**NO_NETWORK)),
)
