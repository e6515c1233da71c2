"""State machine of the property-based test tests/server/test_stateful.py: a model of a school and its rules."""
