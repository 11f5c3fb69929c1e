"""Requests to answers: the web service and its page."""
