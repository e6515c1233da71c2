"""A disk that can be full, as the backups' tests have it."""

from tests.server.data_protection.backups.conftest import set_free_space

__all__ = ["set_free_space"]
