"""Types shared by every layer: money, citations, people, and the three kinds of "no"."""
