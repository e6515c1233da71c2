"""Data protection: export of personal data, erasure of students, and retention of images."""
