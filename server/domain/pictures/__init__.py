"""The pictures by which young students sign in."""
