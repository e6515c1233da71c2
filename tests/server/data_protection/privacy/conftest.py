"""A disk that can be full, as the backups' tests have it."""

from tests.server.data_protection.backups.conftest import leave_free

__all__ = ["leave_free"]
