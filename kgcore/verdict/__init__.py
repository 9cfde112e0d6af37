"""How edges stand to a claim, what a relation can mean, and the reasons in words."""
