"""Signing in and out, and registering."""
