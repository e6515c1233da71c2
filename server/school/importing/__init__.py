"""Import of a classroom's data folder into a school's database, all or nothing (docs/school-server.md)."""
