"""What other programs import: `evigraph.client`."""
