"""The ledger: the list of entries that a balance is the sum of."""
