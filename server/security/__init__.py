"""Who somebody is and what a role permits: actors, sessions, passwords, failed sign-ins, permissions."""
