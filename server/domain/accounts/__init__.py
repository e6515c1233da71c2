"""Account management: names, passwords, recovery codes and sessions."""
