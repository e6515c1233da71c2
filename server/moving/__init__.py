"""A classroom's file moves into a school's database."""
