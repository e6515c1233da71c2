"""Progress of classes and students: present totals, and sums of the ledger by week."""
