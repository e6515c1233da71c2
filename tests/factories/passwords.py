"""One password for everybody in the tests; hashed once, for real."""

from argon2 import PasswordHasher

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "open sesame"
PASSWORD_HASH = QUICK.hash(PASSWORD)
