"""Live: who is looking hears what has changed (specification 12.5)."""
