"""The stories, one module for each part of the client."""
