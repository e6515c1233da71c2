"""Tests of substitutes and their codes."""
