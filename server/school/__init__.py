"""A school's server: administration, the move of a class computer's data to it, the location of its images."""
