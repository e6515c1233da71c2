"""Tests of bulk assignments."""
