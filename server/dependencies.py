"""The one container of all services of a running application."""

from dataclasses import dataclass

from server.class_computer.handoff.dependencies import HandoffServices
from server.class_computer.warnings.dependencies import MonitorServices
from server.computer.status import BackupFailureStatus, RuntimeStatus
from server.data_protection.privacy.dependencies import PrivacyServices
from server.domain.login_cards.dependencies import LoginCardServices
from server.domain.roster.dependencies import RosterServices
from server.domain.substitutes.dependencies import SubstituteServices
from server.http.dependencies import HealthServices


@dataclass(frozen=True, kw_only=True)
class AppServices(
    PrivacyServices,
    HandoffServices,
    LoginCardServices,
    SubstituteServices,
    RosterServices,
    MonitorServices,
    HealthServices,
):
    """All services of a running application, which `server.runtime` builds.

    A route sees the same object as the dataclass of its own layer, such as `HealthServices`.
    """

    def runtime_status(self) -> RuntimeStatus:
        """Return a snapshot for `goalbucks status`.

        Safe to call from any thread: it reads numbers and immutable values. No HTTP route returns it.
        """
        host = self.deployment.host_label
        failure = self.backups.failure
        return RuntimeStatus(
            students=self.computer.status.connected_students,
            devices=len(self.hub),
            warnings={each.code: each.local_sentence.format(host) for each in self.monitor.warnings},
            backup_failure=None
            if failure is None
            else BackupFailureStatus(failure.at.isoformat(), failure.sentence.format(host)),
        )
