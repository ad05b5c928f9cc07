"""Peers: the same matching in other stores, measured in turns with the product's, each result audited."""
