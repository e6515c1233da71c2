"""Progress: what a class has achieved, a row for each student."""
