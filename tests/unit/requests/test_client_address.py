"""The address to which requests are counted for rate limits."""

import pytest

from server.requests.client_address import parse_ip_address, rate_limit_address


@pytest.mark.spec("2.19")
@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(host: str, counted: str) -> None:
    assert rate_limit_address(host) == counted


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::FFFF:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::1"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
        ("192.0.2.1:80", None),
        ("192.0.2.256", None),
        ("", None),
        ("1" * 65, None),
    ],
)
def test_an_address_is_read_in_its_canonical_form(text: str, address: str | None) -> None:
    assert parse_ip_address(text) == address
