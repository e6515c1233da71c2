"""Groups of a class's students, by which a teacher selects them."""
