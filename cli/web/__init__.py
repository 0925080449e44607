"""The page that runs the kernel itself, in any browser: what goes into its file, and how that is built."""
