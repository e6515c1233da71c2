"""Backups of a class computer: one file each, checked after it was written, put back whole or not at all.

Whatever asks (the daily chore, a command, an upgrade, the deletion of a class) goes through `service.Backups`.
"""
