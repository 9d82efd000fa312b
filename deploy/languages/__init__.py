"""Languages of the service: the language of a response, and the catalogues of translations."""
