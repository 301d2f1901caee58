"""A simulated study has the bits of a run, and an idea in Python those of the same
idea in C++."""

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import pandas as pd
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
    {"faults.dropout": 0.2, "faults.late": 0.2, "faults.crash": 0.1},
    {"privacy.mechanism": "gamma-laplace"},
    {"privacy.secure-aggregation": True, "data.storage": "float32"},
    {"unlearning.method": "federaser", "unlearning.clients": 1,
     "unlearning.after": 2},
    {"federation.local": "fedper", "ranker.model": "neural",
     "ranker.init": "normal"},
    {"federation.share": 0.2, "heterogeneity.kind": "dirichlet"},
    {"timeline.at": "2 leave 1; 3 join 1"},
]


@pytest.mark.parametrize("settings", KINDS, ids=lambda each: ",".join(
    f"{key}={value}" for key, value in each.items()) or "plain")
def test_a_simulated_study_has_the_bits_of_a_run(settings):
    settings = {**SMALL, **settings}
    simulated = fedltr.simulate(settings)
    run = fedltr.run(settings, out="run")
    assert simulated.signature == run.signature
    pd.testing.assert_frame_equal(simulated.rounds, run.rounds, check_exact=True)
    assert simulated.scenario == fedltr.check(settings)


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
                         "attack.sign-flip.factor": 1}, out="run")
    assert mine.signature == theirs.signature


def test_a_user_in_python_has_the_bits_of_the_same_in_cxx():
    mine = fedltr.simulate(SMALL, clicks=navigational)
    theirs = fedltr.run(SMALL, out="run", **{"clicks.model": "navigational"})
    assert mine.signature == theirs.signature


def mean(updates):
    return updates.models.sum(axis=0) / len(updates.models)


@pytest.mark.parametrize("settings", [
    {"faults.dropout": 0.3, "faults.crash": 0.1},
    {"unlearning.method": "federaser", "unlearning.clients": 1,
     "unlearning.after": 2},
    {"privacy.mechanism": "gamma-laplace"},
    {"federation.local": "fedper", "ranker.model": "neural",
     "ranker.init": "normal"}], ids=str)
def test_a_mean_in_python_has_the_bits_of_the_mean(settings):
    settings = {**SMALL, "federation.weighting": "uniform", **settings}
    calls = []
    mine = fedltr.simulate(
        settings, rule=lambda updates: calls.append(updates) or mean(updates))
    assert mine.signature == fedltr.run(settings, out="run").signature
    assert len(calls) >= 4


@pytest.mark.parametrize("settings", [
    {"privacy.secure-aggregation": True},
    {"unlearning.method": "fine-tune", "unlearning.clients": 1,
     "unlearning.after": 2},
    {"federation.share": 0.2, "federation.clients": 40}], ids=str)
def test_a_user_in_python_clicks_in_every_kind_of_study(settings):
    settings = {**SMALL, **settings}
    mine = fedltr.simulate(settings, clicks=navigational)
    assert mine.signature == fedltr.run(settings, out="run").signature


class Linear:
    """The ranker `linear`; sums are in another order, so last bits may differ."""

    def __init__(self, features):
        self.size = features

    def score(self, model, features):
        return features @ model

    def step(self, model, features, weights):
        return weights @ features

    def initial(self, rng):
        return np.array([rng.normal() for _ in range(self.size)])


def test_a_ranker_in_python_learns_as_the_same_in_cxx():
    mine = fedltr.simulate(SMALL, ranker=Linear)
    theirs = fedltr.run(SMALL, out="run")
    np.testing.assert_allclose(mine.models[0], theirs.model().parameters,
                               rtol=1e-9)
    drawn = fedltr.simulate(SMALL, ranker=Linear, **{"ranker.init": "normal"})
    assert np.abs(drawn.models[0] - mine.models[0]).max() > .01


class Pointwise:
    def __init__(self, model, searches, rng):
        self.model, self.left, self.rng = model, searches, rng

    def show(self, features):
        return np.argsort(-features @ self.model, kind="stable")[:10]

    def learn(self, features, ranking, clicks):
        assert len(ranking) == len(clicks) <= 10
        shown = features[ranking]
        self.model = self.model + .05 * (np.array(clicks) - shown @ self.model) @ shown
        self.left -= 1


def test_a_learner_in_python_learns_and_repeats_its_bits():
    begun = []

    def begin(model, searches, rng):
        begun.append(Pointwise(model, searches, rng))
        return begun[-1]

    settings = {**SMALL, "federation.rounds": 30}
    mine = fedltr.simulate(settings, learner=begin)
    assert mine.signature == fedltr.simulate(settings, learner=Pointwise).signature
    ndcg = mine.rounds["ndcg@10"]
    assert ndcg.iloc[-1] > ndcg.iloc[0] + .02
    assert {each.left for each in begun} == {0}
    assert len({each.rng.uniform() for each in begun}) == len(begun)


def test_a_learner_in_python_meets_noise_faults_and_rules():
    settings = {**SMALL, "faults.dropout": .3, "faults.min-updates": 3,
                "aggregation.rule": "median",
                "attack.kind": "lie", "attack.clients": 1}
    mine = fedltr.simulate(settings, learner=Pointwise, ranker=Linear)
    assert np.isfinite(mine.models[0]).all()


@pytest.mark.parametrize("ranking", [[], [0, 0], [-1], list(range(11)), [10**6]],
                         ids=str)
def test_a_list_that_can_not_be_shown_is_refused(ranking):
    class Wrong(Pointwise):
        def show(self, features):
            return ranking

    with pytest.raises(ValueError, match="show: expected 1 to"):
        fedltr.simulate(SMALL, learner=Wrong)


def test_a_model_of_another_size_is_refused():
    class Wrong(Pointwise):
        def learn(self, features, ranking, clicks):
            self.left -= 1
            if self.left == 0:
                self.model = np.zeros(3)

    with pytest.raises(ValueError, match="model: expected"):
        fedltr.simulate(SMALL, learner=Wrong)


def test_a_learner_without_a_gradient_is_refused_where_one_is_needed():
    with pytest.raises(fedltr.ScenarioError, match="fedprox"):
        fedltr.simulate(SMALL, learner=Pointwise,
                        **{"federation.local": "fedprox", "federation.mu": .1})


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


def test_a_study_that_is_no_single_federation_is_refused():
    with pytest.raises(fedltr.ScenarioError, match="a grid is for run"):
        fedltr.simulate(SMALL, **{"grid.federation.clients": [2, 3]})
    with pytest.raises(fedltr.ScenarioError, match=r"a \[silo\] is for run"):
        fedltr.simulate({"silo.parties": 2})


def test_an_idea_that_would_not_be_asked_is_refused():
    es = {**SMALL, "learner.method": "es"}
    with pytest.raises(fedltr.ScenarioError, match="which es does not send"):
        fedltr.simulate(es, rule=median)
    with pytest.raises(fedltr.ScenarioError, match="which es does not send"):
        fedltr.simulate(es, attack=sign_flip, **{"attack.clients": 1})
    with pytest.raises(fedltr.ScenarioError, match="shows only the sum"):
        fedltr.simulate(SMALL, rule=median,
                        **{"privacy.secure-aggregation": True})
    with pytest.raises(fedltr.ScenarioError, match="click-preference: brings"):
        fedltr.simulate(SMALL, clicks=navigational,
                        **{"heterogeneity.kind": "click-preference"})


def test_an_attack_needs_attackers():
    with pytest.raises(fedltr.ScenarioError, match="no attackers"):
        fedltr.simulate(SMALL, attack=sign_flip, **{"attack.clients": 0})


def test_errors_are_those_of_a_run():
    with pytest.raises(fedltr.ScenarioError, match="unknown key") as error:
        fedltr.simulate(SMALL, nosuch=1)
    assert error.value.key == "run.nosuch"
    with pytest.raises(fedltr.DataError, match="nowhere.txt"):
        fedltr.simulate({"data.train": "nowhere.txt", "data.test": "nowhere.txt"})
    with pytest.raises(fedltr.ScenarioError, match="can't read this scenario"):
        fedltr.simulate("nowhere")


def test_an_error_in_an_idea_is_its_own():
    def broken(*given):
        calls.append(given)
        raise LookupError("mine")
    for idea in ("rule", "attack", "clicks", "on_round"):
        calls = []
        attackers = {"attack.clients": 1} if idea == "attack" else {}
        with pytest.raises(LookupError, match="mine"):
            fedltr.simulate({**SMALL, "federation.rounds": 10 ** 6, **attackers},
                            **{idea: broken})
        assert len(calls) == 1
    with pytest.raises(ValueError, match="each document shown"):
        fedltr.simulate(SMALL, clicks=lambda labels, rng: [True])
    for chance in (.3, np.nan, -1):
        with pytest.raises(ValueError, match="a click is 0 or 1"):
            fedltr.simulate(SMALL, clicks=lambda labels, rng:
                            np.full(len(labels), chance))
    for nothing in (None, 1, np.zeros((2, 2))):
        with pytest.raises(ValueError, match="as many finite numbers"):
            fedltr.simulate(SMALL, rule=lambda updates: nothing)


def test_ideas_are_called_by_the_callers_thread():
    seen = set()

    def noting(idea):
        def called(*given):
            seen.add(threading.get_ident())
            return idea(*given)
        return called
    fedltr.simulate({**SMALL, "attack.clients": 1}, rule=noting(median),
                    attack=noting(sign_flip), clicks=noting(navigational),
                    on_round=noting(lambda each: None))
    assert seen == {threading.get_ident()}


def test_an_idea_may_simulate():
    def nested(updates):
        fedltr.simulate({**SMALL, "federation.rounds": 1})
        return mean(updates)
    assert len(fedltr.simulate(SMALL, rule=nested).rounds) == 5


@pytest.mark.parametrize("idea", ["", "clicks=lambda labels, rng: labels > 0"])
def test_ctrl_c_ends_a_study(idea):
    code = f"""
import os, signal, threading, fedltr
threading.Timer(.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    fedltr.simulate({{"federation.rounds": 10 ** 6}}, {idea})
except KeyboardInterrupt:
    print("interrupted")
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True,
                           text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (0, "interrupted\n"), ended.stderr


def test_nothing_is_written(own_folder):
    before = set(Path(tempfile.gettempdir()).glob("fedltr-*"))
    fedltr.simulate(SMALL)
    assert not list(own_folder.iterdir())
    assert set(Path(tempfile.gettempdir()).glob("fedltr-*")) <= before
