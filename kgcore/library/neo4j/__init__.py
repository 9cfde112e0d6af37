"""The library in Neo4j, beside a graph or alone: articles as nodes, full-text (Lucene) and vector indexes over them."""
