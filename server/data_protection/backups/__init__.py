"""Backups of a class computer: one file each, verified after it is written, restored atomically.

All callers (the daily job, commands, upgrades, the deletion of a class) use `service.BackupService`.

Checks of the SQLite file, and when they run:

- `startup_check.require_intact_database`, at each start: whether the file has tables; after an unclean stop also its
  pages; all of it if it is marked as suspect (`server/database/damage_flag.py`).
- `periodic_check.DatabaseCheck`, a minute after each start and then daily, in the background: all of the file, and the
  ledger. It marks a damaged file as suspect.
- `snapshot.inspect_database`, for each backup, on its copy: pages, indexes, texts and references.
- `integrity.check_integrity`, for `goalbucks check` and `move-to`: the same, and schema, ledger and images.

Checks of backups: `schema_check.require_known_schema` of the schema, before one is restored or redacted, and
`backup_check.BackupCheck` of all in the folder, for `goalbucks check`.
"""
