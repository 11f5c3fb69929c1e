"""Source tree to release: archives that are built, checked, installed and tried before anybody gets them."""
