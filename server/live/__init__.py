"""Live: who is looking hears what has changed (decisions.md, Freshness)."""
