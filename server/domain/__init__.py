"""The product: one package for each domain (README.md names the modules of one)."""
