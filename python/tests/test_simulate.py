"""A simulated study has the bits of a run, and an idea in Python those of the same
idea in C++."""

import numpy as np
import pytest

import fedltr
from conftest import SMALL

pytest.importorskip("fedltr._core")

# Properties in which federations differ, beyond the plain one.
KINDS = [
    {},
    {"run.repeats": 2, "data.fold": "all"},
    {"federation.participation": 0.5, "evaluation.every": 3},
    {"ranker.model": "neural", "ranker.init": "normal", "ranker.hidden": 5},
    {"learner.method": "es"},
    {"learner.method": "dbgd", "federation.server": "adam"},
    {"federation.local": "fedprox", "federation.mu": 0.1},
    {"heterogeneity.kind": "quantity"},
    {"heterogeneity.kind": "dirichlet"},
    {"aggregation.rule": "krum", "attack.kind": "lie", "attack.clients": 1},
    {"aggregation.rule": "trimmed-mean", "attack.kind": "fang-trim",
     "attack.knowledge": "full", "attack.clients": 2},
    {"aggregation.rule": "median", "aggregation.pre-aggregation": "bucketing",
     "attack.kind": "min-max", "attack.clients": 1},
    {"attack.kind": "click-poison", "attack.clients": 0.3},
    {"data.normalize": "query-minmax", "evaluation.metrics": "ndcg@10, map, err",
     "federation.weighting": "uniform"},
    {"federation.clients": 300, "federation.rounds": 2},
    {"aggregation.rule": "fltrust", "aggregation.root-queries": 5},
    {"aggregation.rule": "fltrust", "aggregation.root-queries": 5,
     "attack.kind": "lie-optimal", "attack.clients": 2},
    {"aggregation.rule": "fltrust", "heterogeneity.kind": "dirichlet",
     "attack.kind": "ipm-optimal", "attack.clients": 2},
    {"aggregation.rule": "vigilant", "federation.absent": "0-3",
     "attack.kind": "lie-optimal", "attack.clients": 1},
    {"heterogeneity.kind": "document-preference"},
    {"heterogeneity.kind": "click-preference"},
    {"federation.absent": "0-1, 4"},
    {"federation.absent": "5-9", "federation.clients": 11,
     "aggregation.rule": "multi-krum", "attack.kind": "lie", "attack.clients": 3},
]


@pytest.mark.parametrize("settings", KINDS, ids=lambda each: ",".join(
    f"{key}={value}" for key, value in each.items()) or "plain")
def test_a_simulated_study_has_the_bits_of_a_run(settings):
    settings = {**SMALL, **settings}
    simulated = fedltr.simulate(settings)
    run = fedltr.run(settings, out="run")
    assert simulated.signature == run.signature
    shared = [name for name in simulated.rounds if name in run.rounds]
    assert len(shared) >= 11
    for name in shared:
        np.testing.assert_array_equal(simulated.rounds[name], run.rounds[name],
                                      err_msg=name)


def median(updates):
    return np.median(updates.models, axis=0)


def sign_flip(known):
    own = known.honest[:known.attackers]
    return known.model - (own - known.model)


def navigational(labels, rng):
    """The cascade of thesis table 2.1 for three grades."""
    click, stop = (.05, .5, .95), (.2, .5, .9)
    clicks = [False] * len(labels)
    for rank, label in enumerate(labels):
        to_click, to_stop = rng.uniform(), rng.uniform()
        if to_click < click[label]:
            clicks[rank] = True
            if to_stop < stop[label]:
                break
    return clicks


def test_a_rule_in_python_has_the_bits_of_the_same_in_cxx():
    attacked = {**SMALL, "attack.kind": "lie", "attack.clients": 2,
                "federation.clients": 9}
    mine = fedltr.simulate(attacked, rule=median)
    theirs = fedltr.run(attacked, out="run", **{"aggregation.rule": "median"})
    assert mine.signature == theirs.signature
    assert mine.rounds["ndcg@10"].tolist() == theirs.rounds["ndcg@10"].tolist()


def test_an_attack_in_python_has_the_bits_of_the_same_in_cxx():
    settings = {**SMALL, "attack.clients": 2, "aggregation.rule": "median"}
    mine = fedltr.simulate(settings, attack=sign_flip)
    theirs = fedltr.run({**settings, "attack.kind": "sign-flip",
                         "attack.strength": 1}, out="run")
    assert mine.signature == theirs.signature


def test_a_user_in_python_has_the_bits_of_the_same_in_cxx():
    mine = fedltr.simulate(SMALL, clicks=navigational)
    theirs = fedltr.run(SMALL, out="run", **{"clicks.model": "navigational"})
    assert mine.signature == theirs.signature


def test_a_rule_may_weigh_and_remember():
    class First:
        """Keeps to the first client; rejects the others."""

        def __init__(self):
            self.rounds = []

        def __call__(self, updates):
            self.rounds.append(updates.round)
            assert updates.models.shape == (6, 46)
            assert list(updates.clients) == [0, 1, 2, 3, 4, 5]
            weights = np.zeros(6)
            weights[0] = 6
            return updates.models[0], weights
    rule = First()
    rounds = fedltr.simulate(SMALL, rule=rule).rounds
    assert rule.rounds == [1, 2, 3, 4]
    assert rounds["rejected_honest"].tolist() == [0, 5, 10, 15, 20]


def test_an_adaptive_attack_adapts_to_a_rule_in_python():
    settings = {**SMALL, "attack.kind": "lie-optimal", "attack.clients": 2}
    mine = fedltr.simulate(settings, rule=median)
    theirs = fedltr.simulate({**settings, "aggregation.rule": "median"})
    assert mine.signature == theirs.signature


def test_rounds_are_told_as_they_come():
    seen = []
    fedltr.simulate(SMALL, on_round=seen.append)
    assert [each.round for each in seen] == [0, 1, 2, 3, 4]
    assert seen[4]["ndcg@10"] > 0


def test_what_only_a_run_has_is_refused():
    for key, value in (("privacy.mechanism", "gamma-laplace"),
                       ("federation.local", "fedper"),
                       ("faults.dropout", "0.1"),
                       ("timeline.at", "2 leave 1")):
        settings = {**SMALL, key: value}
        if key == "federation.local":
            settings.update({"ranker.model": "neural", "ranker.init": "normal"})
        with pytest.raises(fedltr.ScenarioError, match=f"simulate: {key} = "):
            fedltr.simulate(settings)
    with pytest.raises(fedltr.ScenarioError, match="a grid is for run"):
        fedltr.simulate(SMALL, **{"grid.federation.clients": [2, 3]})


def test_an_idea_that_would_not_be_asked_is_refused():
    es = {**SMALL, "learner.method": "es"}
    with pytest.raises(fedltr.ScenarioError, match="learner.method = es: .*rule"):
        fedltr.simulate(es, rule=median)
    with pytest.raises(fedltr.ScenarioError, match="which es does not send"):
        fedltr.simulate(es, attack=sign_flip, **{"attack.clients": 1})
    with pytest.raises(fedltr.ScenarioError, match="click-preference: brings"):
        fedltr.simulate(SMALL, clicks=navigational,
                        **{"heterogeneity.kind": "click-preference"})


def test_an_attack_needs_attackers():
    with pytest.raises(fedltr.ScenarioError, match="no attackers"):
        fedltr.simulate(SMALL, attack=sign_flip, **{"attack.clients": 0})


def test_an_error_in_an_idea_is_its_own():
    def broken(updates):
        raise LookupError("mine")
    with pytest.raises(LookupError, match="mine"):
        fedltr.simulate(SMALL, rule=broken)
    with pytest.raises(ValueError, match="each document shown"):
        fedltr.simulate(SMALL, clicks=lambda labels, rng: [True])
