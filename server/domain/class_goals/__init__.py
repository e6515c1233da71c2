"""The goal of a class, to which its students give goalbucks."""
