"""A school in which anybody does anything, for the property-based test (tests/server/test_stateful.py)."""
