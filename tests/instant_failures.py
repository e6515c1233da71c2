"""A pytest plugin that prints each failure when it happens: `-p tests.instant_failures`.

pytest prints them at the end, which is hours later, and not at all if the run is stopped.
"""

import pytest


class _InstantFailures:
    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print the failure of a test, of its setup or of its teardown."""
        if report.failed:
            self._terminal.ensure_newline()
            self._terminal.write_sep("_", f"FAILED {report.nodeid} ({report.when}, {report.duration:.0f} s)", red=True)
            self._terminal.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Print them in the process that prints the results, not in the workers."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_InstantFailures(terminal))
