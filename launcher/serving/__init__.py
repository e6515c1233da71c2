"""The HTTP server: uvicorn with its sockets, connection limits, TLS, worker processes and shutdown."""
