"""How students get in, in every state: the network is always the same, whatever this computer is in."""

from typing import Any

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, crowded, never_answered, plug_pulled, refused, shows

CONNECT = "/teacher/connect"
NOTE = f"{CONNECT}/it-note"
MINUTE = 61_000
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
NOBODY: dict[str, Any] = {"devices": 0, "connectedStudents": 0}
NO_NAME: dict[str, Any] = {"hostName": None, "hostNameUrl": None}
NOWHERE: dict[str, Any] = {"address": None, "url": None, "adapters": [], **NO_NAME, **NOBODY}
STAND_IN: dict[str, Any] = {"takenPort": 8080, "port": 8088, "url": "http://192.168.1.20:8088", **NO_NAME}


def reached(**told: Any) -> Step:
    """The class computer is reached as in `NETWORK`, but for this."""

    def answer(page: Page) -> None:
        page.route("**/api/network", lambda route: route.fulfill(json={**NETWORK, **told}))

    return answer


def reached_by_many(page: Page) -> None:
    """A large class is in."""
    crowded(page)
    reached(devices=38, connectedStudents=33)(page)


def reached_by_nobody(page: Page) -> None:
    """Nobody comes, and time can be made to pass."""
    page.clock.install()
    reached(**NOBODY)(page)


def a_minute_later(page: Page) -> None:
    """As long as a class needs to type an address."""
    page.clock.fast_forward(MINUTE)


HERE, EVERYBODY = shows("192.168.1.20:8080"), shows("of 10 signed in")
CONNECTING = (
    Scene("connect", "teacher", CONNECT, (EVERYBODY,), before=reached(), page=True),
    Scene("connect-loading", "teacher", CONNECT, before=never_answered),
    Scene("connect-error", "teacher", CONNECT, (shows("Try again"),), before=refused),
    Scene("connect-offline", "teacher", CONNECT, (EVERYBODY, plug_pulled), before=reached()),
    Scene("connect-nobody", "teacher", CONNECT, (EVERYBODY,), before=reached(**NOBODY)),
    Scene(
        "connect-checklist",
        "teacher",
        CONNECT,
        (EVERYBODY, a_minute_later, shows("Nobody has reached this computer yet")),
        before=reached_by_nobody,
    ),
    Scene("connect-crowded", "teacher", CONNECT, (shows("of 40 signed in"),), before=reached_by_many),
    Scene("connect-no-network", "teacher", CONNECT, (shows("connected to a network"),), before=reached(**NOWHERE)),
    Scene("connect-no-classes", "new teacher", CONNECT, (HERE,), before=reached(**NOBODY)),
    Scene("connect-port-taken", "teacher", CONNECT, (shows("Another program uses"),), before=reached(**STAND_IN)),
    Scene("connect-wrong-network", "teacher", CONNECT, (EVERYBODY, click("Wrong network?")), before=reached()),
    Scene("connect-full-screen", "teacher", CONNECT, (EVERYBODY, click("Full screen")), before=reached(), page=True),
    Scene(
        "connect-full-screen-crowded",
        "teacher",
        CONNECT,
        (shows("of 40 signed in"), click("Full screen")),
        before=reached_by_many,
    ),
    Scene("it-note", "teacher", NOTE, (shows("What we ask for"),), before=reached(), page=True),
    Scene("it-note-loading", "teacher", NOTE, before=never_answered),
    Scene("it-note-error", "teacher", NOTE, (shows("Try again"),), before=refused),
    Scene("it-note-no-network", "teacher", NOTE, (shows("What we ask for"),), before=reached(**NOWHERE)),
)
