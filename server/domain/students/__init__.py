"""Students: accounts that teachers create."""
