"""How the class finds its computer: addresses, names, doors."""
