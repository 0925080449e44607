"""Partial information: what one player knows, the worlds that fit it, whether to close."""
