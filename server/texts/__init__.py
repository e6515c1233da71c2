"""Texts for users: sentences that the browser translates, and the Spanish of exported files."""
