"""What a teacher should know of the class computer before it becomes trouble: its disk, folder, clock and backups."""
