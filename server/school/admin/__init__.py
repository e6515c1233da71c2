"""The `goalbucks admin` tasks of a school server's administrator. The web API doesn't offer them."""
