"""The password of all test accounts and its hash, made once with cheap Argon2 parameters."""

from argon2 import PasswordHasher

FAST_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "open sesame"
PASSWORD_HASH = FAST_HASHER.hash(PASSWORD)
