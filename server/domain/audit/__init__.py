"""What was done in a teacher's classes: who, when, and from which device."""
