"""Our figures beside their baselines, in one run, as ratios."""
