"""pytest hooks; everything else is imported when the gate runs."""
