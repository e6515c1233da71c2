"""Backups of a class computer: one file each, verified after it is written, restored atomically.

All callers (the daily job, commands, upgrades, the deletion of a class) use `service.BackupService`.
"""
