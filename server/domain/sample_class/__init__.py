"""The sample class, which is made to try everything without a real child (specification 21)."""
