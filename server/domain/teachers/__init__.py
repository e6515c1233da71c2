"""Teacher accounts and invite codes."""
