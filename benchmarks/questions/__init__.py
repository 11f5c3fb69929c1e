"""Questions: which selector keeps the sentences that answer them, and how well tokens are estimated."""
