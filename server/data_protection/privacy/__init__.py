"""A school's data duties: everything of a class as files, a student erased everywhere, and photos that go in time."""
