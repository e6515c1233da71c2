"""Backups, and the export, erasure and retention of personal data."""
