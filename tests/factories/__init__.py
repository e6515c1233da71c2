"""Helpers of several test packages: builders of rows and files, clients, server processes, checks of stored data."""
