"""Roster import: reads class lists, shows what would be imported, and imports it."""
