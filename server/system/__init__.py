"""The operating system: child processes, memory, durable files and storage errors."""
