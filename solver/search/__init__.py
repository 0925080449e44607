"""Perfect information: exact values by search."""
