"""Warnings to teachers about the class computer's disk, data folder, clock, backups and database."""
