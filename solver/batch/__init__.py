"""Many positions: what a record says, the fast lane for lines of JSON, and who does the work."""
