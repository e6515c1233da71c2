"""Days without school of a teacher's classes: on these no recurring goal is made."""
