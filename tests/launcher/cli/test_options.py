"""Options that are settings, and paths as arguments."""

import argparse
from pathlib import Path

import pytest

from launcher.cli.options import folder_path, option_name


def test_an_option_is_named_after_its_setting() -> None:
    assert [option_name(each) for each in ("host", "tls_cert", "trusted_proxies")] == [
        "--host",
        "--tls-cert",
        "--forwarded-allow-ips",
    ]


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_folder_is_invalid(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        folder_path(text)


def test_a_folder_is_a_path() -> None:
    assert folder_path("data") == Path("data")
