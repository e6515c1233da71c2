"""Account management: names, passwords, recovery codes, sessions, and unlocking of students."""
