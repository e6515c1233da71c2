"""Co-teachers of a class: invitations, joining, leaving."""
