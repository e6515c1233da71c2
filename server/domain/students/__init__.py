"""Student accounts, which teachers create."""
