"""Live updates: server-sent events about committed changes (specification 12.5)."""
