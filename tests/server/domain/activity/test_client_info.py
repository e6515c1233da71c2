"""Device and browser names derived from the User-Agent header."""

import pytest

from server.domain.activity.client_info import describe_user_agent

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
AGENTS = [
    ("Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1", "iPad, Safari"),
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) CriOS/123.0 Mobile Safari/604.1", "iPhone, Chrome"),
    (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/124.0.0.0 Safari/537.36", "Chromebook, Chrome"),
    (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/124.0 Safari/537.36 Edg/124.0", "Windows, Edge"),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.4; rv:125.0) Gecko/20100101 Firefox/125.0", "Mac, Firefox"),
    (
        f"Mozilla/5.0 (Linux; Android 14; SM-X200) {WEBKIT} SamsungBrowser/24.0 Chrome/117.0 Safari/537.36",
        "Android, Samsung Internet",
    ),
    (f"Mozilla/5.0 (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/124.0 Mobile Safari/537.36", "Android, Chrome"),
    (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} Chrome/124.0 Safari/537.36 OPR/110.0", "Linux, Opera"),
    ("curl/8.5.0", None),
    ("", None),
    ("<script>alert(1)</script>\u202e\x00", None),
    ("x" * 5000 + "iPad Safari/1", None),
]


@pytest.mark.parametrize(("agent", "expected"), AGENTS)
def test_only_known_device_and_browser_names_are_recorded(agent: str, expected: str | None) -> None:
    assert describe_user_agent(agent) == expected
