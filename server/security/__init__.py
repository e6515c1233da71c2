"""Authentication, sessions, access control, rate limits and other protection of requests."""
