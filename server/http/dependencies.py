"""Services of the health and metrics routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.data_protection.backups.missing_images import MissingImages
from server.http.storage_health import StorageHealth
from server.live.dependencies import LiveServices
from server.requests.dependencies import provide


@dataclass(frozen=True, kw_only=True)
class HealthServices(LiveServices):
    """The state of the image store, besides the services that are measured."""

    storage_health: StorageHealth
    missing_images: MissingImages


WithHealth = Annotated[HealthServices, Depends(provide(HealthServices))]
