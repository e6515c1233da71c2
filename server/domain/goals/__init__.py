"""Goals that teachers assign to students, worth goalbucks."""
