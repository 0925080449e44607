"""Answers as a page: what is drawn, as plain data; the template and the ES modules that draw it; whole files of it."""
