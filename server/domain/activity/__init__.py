"""Activity log of a teacher: the events of their account and classes, with actor, time and client."""
