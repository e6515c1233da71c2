"""Goals: assigned to students, worth goalbucks."""
