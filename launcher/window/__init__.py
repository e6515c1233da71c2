"""The desktop window (pywebview), which runs in a process of its own."""
