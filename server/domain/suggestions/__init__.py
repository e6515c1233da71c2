"""Goal suggestions: what students would like to work for."""
