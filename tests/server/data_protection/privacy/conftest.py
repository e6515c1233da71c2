"""The simulated disk space of the backup tests."""

from tests.server.data_protection.backups.conftest import set_free_space

__all__ = ["set_free_space"]
