"""Audit log of a teacher's classes: action, actor, time and client ("activity log" on screen)."""
