"""Reading of lists in all formats into a table; files are read in a process of its own (`reader_process.py`)."""
