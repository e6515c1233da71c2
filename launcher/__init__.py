"""The program on the teacher's computer: it starts the server, shows its window and ends both gracefully."""
