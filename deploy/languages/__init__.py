"""Languages of the service: which one a request is answered in, and the catalogues of their sentences."""
