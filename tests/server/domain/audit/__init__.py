"""The teacher's activity log."""
