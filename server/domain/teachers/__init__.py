"""Teachers: local accounts of those who run classes."""
