"""A played deal: what every decision lost, by what its player could know and by what was there, and luck."""
