"""The paper, exactly: vectors, one graph, one chain, absorbing walks."""
