"""What every request passes: error responses, headers, access log; the UI's files, health and metrics."""
