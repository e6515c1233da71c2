"""Reports for families: what each student of a class reached, with the teacher's comment."""
