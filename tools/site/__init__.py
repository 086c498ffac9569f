"""The documentation as a site: the Markdown pages of the repository, built by Sphinx."""
