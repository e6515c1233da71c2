"""Exit codes: one meaning each."""

from enum import IntEnum

import pytest

from launcher.errors import DatabaseNewerError, LaunchError, PortInUseError
from launcher.exit_codes import ExitCode, StatusExitCode, WindowExitCode


@pytest.mark.parametrize("codes", [ExitCode, StatusExitCode, WindowExitCode])
def test_no_code_of_a_process_has_two_meanings(codes: type[IntEnum]) -> None:
    assert list(codes.__members__.values()) == list(codes)


def test_program_and_window_share_no_exit_code_but_success() -> None:
    program = {*map(int, ExitCode), *map(int, StatusExitCode)}
    assert program & {*map(int, WindowExitCode)} == {ExitCode.OK}


def test_a_start_that_needs_intervention_has_its_own_code() -> None:
    assert LaunchError("").exit_code == PortInUseError("").exit_code == ExitCode.FAILED
    assert DatabaseNewerError("").exit_code == ExitCode.CONFIG_ERROR
