"""Roles to dependencies: what each sentence still needs to be understood while sentences are selected."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.graph.edges import Edges
from reprank.roles.reading import Roles
from reprank.values import value_class

CERTAIN = 0.5  # probability from which a need counts where it is all or nothing
MAX_CHAIN = 3  # sentences that are followed from one need to the next


@value_class
class Dependencies:
    """The probability that a sentence is understood alone, and that it needs a certain other one.

    What is missing to 1 is the probability that it needs something that no sentence of the text tells.

    >>> dependencies = Dependencies(np.array([1.0, 0.2]), Edges.of([1], [0], [0.7], shape=(2, 2)))
    >>> unmet = dependencies.unmet()
    >>> dependencies.tell(unmet, np.array([0])), unmet.round(2)
    (array([1]), array([0. , 0.1]))
    """

    alone: Floats
    antecedents: Edges  # from a sentence to the one that it needs

    @classmethod
    def of(cls, roles: Roles) -> Dependencies:
        """Take the needs of all sentences."""
        needs, count = roles.needs, len(roles.alone)
        return cls(roles.alone, Edges(needs.sentence, needs.needed, needs.probability, (count, count)))

    def unmet(self) -> Floats:
        """Return the probability that a sentence needs something, before anything is told."""
        return 1 - self.alone

    def tell(self, unmet: Floats, told: Integers) -> Integers:
        """Lower the probabilities of unmet needs where these sentences are told; return whose were lowered."""
        met = self.antecedents.gather(told, np.ones(len(told)))
        np.maximum(unmet - met, 0.0, out=unmet)
        return met.nonzero()[0]

    def chain(self, sentence: int) -> list[int]:
        """Return what a sentence probably needs, and what that needs, the nearest first."""
        chain: list[int] = []
        while len(chain) < MAX_CHAIN and self.alone[sentence] < CERTAIN:
            antecedents, probability = self.antecedents.row(sentence)
            if not len(antecedents):
                break
            sentence = int(antecedents[np.argmax(probability)])
            chain.append(sentence)
        return chain

    def probability(self, dependent: int, antecedent: int) -> float:
        """Return the probability that one sentence needs the other."""
        antecedents, probability = self.antecedents.row(dependent)
        return float(probability[antecedents == antecedent].sum())
