"""The platform-free core of Evigraph: from a question to verified claims, a picture and the next questions."""
