"""Before the server starts: data folder, single instance, versions, and translation of errors."""
