"""Measuring: ROUGE, keyphrase scores, significance, data sets and experiments over them."""
