"""A classroom's file moves into a school's database: whole and compared, or not at all (docs/school-server.md)."""
