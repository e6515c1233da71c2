"""Services of the data protection routes: exports, erasures, image retention."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.data_protection.backups.dependencies import BackupServices
from server.data_protection.privacy.erasure import ErasureService
from server.data_protection.privacy.export_service import ExportService
from server.data_protection.privacy.image_retention import ImageRetention
from server.requests.dependencies import provide


@dataclass(frozen=True, kw_only=True)
class PrivacyServices(BackupServices):
    """Erasures of students, which rewrite backups, exports, and the removal of old images."""

    exports: ExportService
    erasures: ErasureService
    retention: ImageRetention


WithPrivacy = Annotated[PrivacyServices, Depends(provide(PrivacyServices))]
