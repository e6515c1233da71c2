"""The password of all test accounts and its hash, made once with cheap Argon2 parameters."""

import argon2

from server.security.passwords import PasswordHasher

FAST_ARGON2ID = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
FAST_HASHER = PasswordHasher(FAST_ARGON2ID)
"""The hasher of tests that don't measure; hashes with other parameters are checked, too."""
PASSWORD = "open sesame"
PASSWORD_HASH = FAST_ARGON2ID.hash(PASSWORD)
