"""Personal data: its export, the erasure of students, and the retention of images."""
