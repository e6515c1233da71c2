"""Progress of a class: completed goals and balance of each student."""
