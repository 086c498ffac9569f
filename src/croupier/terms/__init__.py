"""Words that every layer shares: money, citations, and the three kinds of "no"."""
