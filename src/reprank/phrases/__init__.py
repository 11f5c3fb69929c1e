"""Units to keywords: words, their traits, candidate phrases, scores, and the phrases that matter."""
