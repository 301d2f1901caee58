"""The compiled algorithms on arrays: values worked by hand, the golden vectors
that the C++ tests read, and NumPy where it computes the same."""

import gzip
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import fedltr
from conftest import TREE

core = pytest.importorskip("fedltr._core")


def golden(name):
    with open(TREE / "tests" / "golden" / name) as file:
        return json.load(file)


def test_metrics_are_those_of_the_golden_vectors():
    cases = golden("metrics.json")["cases"]
    assert cases
    for case in cases:
        labels = np.array(case["labels_in_ranked_order"], dtype=np.uint8)
        assert core.metric("dcg@10", labels) == \
            pytest.approx(case["dcg10"], rel=1e-12)


def test_metrics_by_hand():
    assert core.metric("mrr", [0, 0, 1]) == pytest.approx(1 / 3)
    assert core.metric("p@2", [1, 0, 1]) == 0.5
    assert core.metric("map", [1, 0, 1]) == pytest.approx((1 + 2 / 3) / 2)
    # The best order of the judged documents has a relevant one that is not ranked.
    assert core.metric("ndcg@10", [0], [0, 1]) == 0
    with pytest.raises(ValueError, match="known are|nearest|unknown"):
        core.metric("ndgc", [1])
    with pytest.raises(ValueError, match="0 to 31"):
        core.metric("ndcg", [200])


def test_the_mean_is_that_of_the_golden_vectors():
    for case in golden("fedavg.json")["cases"]:
        if len(set(case["n_c"])) > 1:
            continue
        vector, weights = fedltr.aggregate("mean", case["models"])
        np.testing.assert_allclose(vector, case["average"], rtol=1e-12)
        assert (weights == 1).all()


def test_rules_are_those_of_numpy_where_it_has_them():
    updates = np.random.default_rng(1).normal(size=(9, 40))
    assert (fedltr.aggregate("median", updates)[0]
            == np.median(updates, axis=0)).all()
    sorted_ = np.sort(updates, axis=0)
    np.testing.assert_allclose(
        fedltr.aggregate("trimmed-mean", updates, malicious=2)[0],
        sorted_[2:-2].mean(axis=0), rtol=1e-12)
    distances = ((updates[:, None] - updates[None]) ** 2).sum(axis=2)
    np.fill_diagonal(distances, np.inf)
    scores = np.sort(distances, axis=1)[:, :9 - 2 - 2].sum(axis=1)
    vector, weights = fedltr.aggregate("krum", updates, malicious=2)
    assert (vector == updates[scores.argmin()]).all()
    assert weights.argmax() == scores.argmin() and np.count_nonzero(weights) == 1


def unaligned(values):
    """The same numbers, eight bytes off where NumPy puts an array."""
    memory = np.empty(values.size + 2)
    offset = 1 if memory.ctypes.data % 16 == 0 else 0
    moved = memory[offset:offset + values.size].reshape(values.shape)
    moved[:] = values
    assert moved.ctypes.data % 16 == 8
    return moved


def peak_of(call):
    """Peak bytes of memory of a call beyond those in use before."""
    code = ("import resource, numpy as np, fedltr; "
            "a = np.random.default_rng(1).normal(size=(2000, 2000)); "
            "rule = fedltr.core.Rule('median'); "
            "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; "
            f"b = {call}; rule.aggregate(a[:4]); before = peak(); "
            "rule.aggregate(b); print((peak() - before) * 1024)")
    return int(subprocess.run([sys.executable, "-c", code], check=True,
                              capture_output=True, text=True).stdout)


def test_a_rule_reads_an_array_of_c_order_where_it_is():
    size = 2000 * 2000 * 8
    assert peak_of("a") < size / 4
    assert peak_of("np.asfortranarray(a)") > size * .9  # so it would show


def test_the_bits_do_not_depend_on_where_an_array_is_or_on_its_order():
    models = np.random.default_rng(4).normal(size=(13, 7))
    for rule in core.rules():
        if rule["name"] == "fltrust":
            continue
        ways = [fedltr.core.Rule(rule["name"], malicious=2, clients=13)
                .aggregate(each) for each in (
                    models, unaligned(models), np.asfortranarray(models),
                    np.repeat(models, 2, axis=0)[::2], models.tolist())]
        for vector, weights in ways[1:]:
            assert vector.tobytes() == ways[0][0].tobytes(), rule["name"]
            assert weights.tobytes() == ways[0][1].tobytes(), rule["name"]
    crafted = [core.Attack("min-max").craft(each, models[0], attackers=3)
               for each in (models, unaligned(models),
                            np.asfortranarray(models))]
    assert crafted[0].tobytes() == crafted[1].tobytes() == crafted[2].tobytes()


def test_parts_and_other_orders_of_an_array_are_other_models():
    own = np.random.default_rng(3).normal(size=(5, 3))
    values = own.copy()
    rule = core.Rule("median")
    assert (rule.aggregate(own)[0] == np.median(values, axis=0)).all()
    assert (rule.aggregate(own[:4])[0] == np.median(values[:4], axis=0)).all()
    assert (rule.aggregate(own[:, ::-1])[0]
            == np.median(values, axis=0)[::-1]).all()
    assert (rule.aggregate(own.reshape(3, 5))[0]
            == np.median(values.reshape(3, 5), axis=0)).all()
    assert rule.aggregate(own.astype(int))[0].tolist() == \
        np.median(values.astype(int), axis=0).tolist()
    with pytest.raises(ValueError, match="two dimensions, not 1"):
        rule.aggregate(own[0])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_models_that_are_no_numbers_are_refused(bad):
    models = np.random.default_rng(5).normal(size=(5, 3))
    models[4, 2] = bad
    with pytest.raises(ValueError, match="models: expected finite numbers"):
        core.Rule("median").aggregate(models)
    with pytest.raises(ValueError, match="models: expected finite numbers"):
        core.Attack("lie").craft(models, np.zeros(3))
    with pytest.raises(ValueError, match="model: expected finite numbers"):
        core.Attack("lie").craft(models[:4], np.array([0, bad, 0]))


def test_every_rule_is_made_by_its_name_and_takes_its_parameters():
    updates = np.random.default_rng(2).normal(size=(11, 6))
    for rule in core.rules():
        if rule["name"] == "fltrust":
            continue
        vector, weights = fedltr.aggregate(rule["name"], updates, malicious=2,
                                           **rule["parameters"])
        assert vector.shape == (6,) and weights.shape == (11,)
        assert np.isfinite(vector).all()
    with pytest.raises(ValueError, match="root data"):
        fedltr.aggregate("fltrust", updates)


def test_a_rule_gets_its_root_data_from_python():
    asked = []

    def trusted(model, round):
        asked.append((model.tolist(), round))
        return np.array([1.0, 1.0])
    rule = core.Rule("fltrust", trusted=trusted)
    vector, weights = rule.aggregate([[1.0, 1.0], [-1.0, -1.0]],
                                     model=[0.0, 0.0], round=3)
    assert asked == [([0.0, 0.0], 3)]
    np.testing.assert_allclose(vector, [1, 1])
    assert weights[1] == 0


def test_parameters_of_a_rule_are_checked():
    updates = np.eye(5)
    one = fedltr.aggregate("norm-bound", updates, bound=0.5)[0]
    np.testing.assert_allclose(one, [0.1] * 5)
    with pytest.raises(ValueError, match="unknown parameter 'bond', known are"):
        fedltr.aggregate("norm-bound", updates, bond=1)
    with pytest.raises(ValueError, match="bound: expected a number from 0"):
        fedltr.aggregate("norm-bound", updates, bound=-1)
    with pytest.raises(ValueError, match="unknown name 'krumm', known are"):
        fedltr.aggregate("krumm", updates)
    with pytest.raises(ValueError, match="number for each client"):
        core.Rule("median").aggregate(updates, [1, 2])
    with pytest.raises(ValueError, match="at least one model"):
        fedltr.aggregate("median", np.empty((0, 3)))


def test_attacks_send_what_their_definition_says():
    honest = np.array([[1.0, 2.0], [3.0, 2.0], [2.0, 5.0]])
    model = np.array([0.0, 0.0])
    for name in ("sign-flip.factor", "sign_flip_factor", "strength"):  # the old name
        sent = core.Attack("sign-flip", parameters={name: 2}).craft(
            honest, model, attackers=2)
        assert sent.shape == (2, 2)
        # Each attacker's own step, times -factor.
        assert sent.tolist() == [[-2, -4], [-6, -4]]
    with pytest.raises(ValueError, match="'sign-flip.factor' is given twice"):
        core.Attack("sign-flip", parameters={"strength": 2, "sign-flip.factor": 3})
    with pytest.raises(ValueError, match="no attack on models"):
        core.Attack("click-poison")


def test_click_models_click_by_their_tables():
    rng = core.Rng(1)
    user = core.ClickModel("perfect", grades=3)
    assert user.probabilities == [0, .5, 1]
    clicks = user.click([2, 0, 2, 0], rng)
    assert clicks.dtype == bool and clicks.tolist() == [True, False, True, False]
    half = np.mean([user.click([1], rng)[0] for _ in range(4000)])
    assert abs(half - .5) < .04  # five standard deviations
    with pytest.raises(ValueError, match="above the click model's grades"):
        user.click([7], rng)


def test_a_click_model_in_python_draws_from_the_same_stream():
    cxx = core.ClickModel("perfect", grades=3)
    # The cascade draws twice per rank, to click and to stop.
    python = core.CallableClicks(
        lambda labels, rng: [(rng.uniform() < label / 2, rng.uniform())[0]
                             for label in labels], [0, .5, 1])
    assert (cxx.click([1] * 10, core.Rng(5))
            == python.click([1] * 10, core.Rng(5))).all()


def test_a_ranker_scores_without_a_copy():
    ranker = core.Ranker("linear", 3)
    X = np.array([[1.0, 0, 2], [0, 1, 0]])
    assert ranker.score([1, 2, 3], X).tolist() == [7, 2]
    with pytest.raises(ValueError, match="expected 3 features, not 2"):
        ranker.score([1, 2, 3], X[:, :2])
    with pytest.raises(ValueError, match="expected 3 parameters, not 2"):
        ranker.score([1, 2], X)
    neural = core.Ranker("neural", 3, parameters={"hidden": 2})
    assert neural.size == 2 * 3 + 2 + 2
    assert neural.initial("normal", 4).tolist() == \
        neural.initial("normal", 4).tolist()


def test_letor_is_read_into_arrays_that_share_its_memory(tmp_path):
    text = ("2 qid:7 1:0.5 3:1 # docid = A\n0 qid:7 2:0.25\n"
            "1 qid:x 1:1 2:2 3:3\n")
    (tmp_path / "a.txt").write_text(text)
    with gzip.open(tmp_path / "a.txt.gz", "wt") as file:
        file.write(text)
    for name in ("a.txt", "a.txt.gz"):
        X, y, qid, docno = fedltr.letor(tmp_path / name)
        assert X.tolist() == [[.5, 0, 1], [0, .25, 0], [1, 2, 3]]
        assert y.tolist() == [2, 0, 1]
        assert qid.tolist() == ["7", "7", "x"]
        assert docno.tolist() == ["A", "7.2", "x.1"]
        assert not X.flags.owndata and not X.flags.writeable
        assert not y.flags.owndata and not y.flags.writeable
    (tmp_path / "bad.txt").write_text("1 qid:7 1:0.5\nx qid:7 1:1\n")
    with pytest.raises(fedltr.DataError, match="bad.txt:2"):
        fedltr.letor(tmp_path / "bad.txt")
    with pytest.raises(fedltr.DataError, match="No such file"):
        fedltr.letor(tmp_path / "none.txt")


def test_normalising_is_that_of_the_golden_vectors(tmp_path):
    case = golden("normalise.json")
    (tmp_path / "n.txt").write_text("\n".join(case["letor_lines"]) + "\n")
    from fedltr._letor import read_dataset
    data = read_dataset([tmp_path / "n.txt"]).normalized()
    place = data.query_of
    for number, query in enumerate(data.queries):
        wanted = np.array(case["queries"][query])
        if len(wanted) > 1:
            np.testing.assert_allclose(data.features[place == number], wanted,
                                       atol=1e-12)


def test_a_set_is_made_of_arrays_and_back():
    data = core.Dataset(["a", "b"], [2, 1], np.arange(6.0).reshape(3, 2),
                        np.array([0, 1, 2], dtype=np.uint8))
    assert len(data) == 2 and data.query_of.tolist() == [0, 0, 1]
    assert data.select([1]).features.tolist() == [[4, 5]]
    with pytest.raises(ValueError, match="don't add up"):
        core.Dataset(["a"], [2], np.zeros((3, 2)), np.zeros(3, dtype=np.uint8))
    with pytest.raises(ValueError, match="labels: expected 0 to 31"):
        core.Dataset(["a"], [1], np.zeros((1, 2)),
                     np.array([64], dtype=np.uint8))
    with pytest.raises(ValueError, match="features: expected finite"):
        core.Dataset(["a"], [1], np.array([[0, np.nan]]),
                     np.zeros(1, dtype=np.uint8))


def test_metrics_take_frames_of_pyterrier_and_ir_measures():
    qrels = pd.DataFrame({"qid": ["1", "1", "2"], "docno": ["a", "b", "c"],
                          "label": [1, 0, 2]})
    run = pd.DataFrame({"qid": ["1", "1", "2", "2"],
                        "docno": ["b", "a", "d", "c"],
                        "score": [2.0, 1.0, 0.5, 0.1]})
    frame = fedltr.metric(["mrr", "p@1"], qrels, run)
    assert frame.loc["1"].tolist() == [0.5, 0]
    assert frame.loc["2"].tolist() == [0.5, 0]
    other = fedltr.metric(
        ["mrr", "p@1"],
        qrels.rename(columns={"qid": "query_id", "docno": "doc_id",
                              "label": "relevance"}),
        run.rename(columns={"qid": "query_id", "docno": "doc_id"}))
    assert other.equals(frame)
    found = fedltr.metric(["recall@1", "map@2", "success@2", "bpref",
                           "judged@2"], qrels, run)
    assert found.loc["1"].tolist() == [0, 0.5, 1, 0, 1]
    assert found.loc["2"].tolist() == [0, 0.5, 1, 1, 0.5]
    assert fedltr.metric("mrr", qrels, run[:2])["mrr"].tolist() == [0.5, 0]
    assert fedltr.metric("mrr", qrels, run[:2], conventions="trec_eval"
                         ).index.tolist() == ["1"]
    with pytest.raises(ValueError, match="expected a column label"):
        fedltr.metric("mrr", run, run)
    with pytest.raises(ValueError, match="judged twice"):
        fedltr.metric("mrr", pd.concat([qrels, qrels]), run)


def test_tests_of_significance_are_those_of_the_book():
    # t of 1, 2, 3: mean 2, deviation 1, t = 2 sqrt(3); p with 2 degrees.
    paired = core.compare_pairs([1, 2, 3])
    assert paired.t == pytest.approx(2 * 3 ** .5)
    assert paired.t_test == pytest.approx(1 - 2 * 3 ** .5 / (12 + 2) ** .5,
                                          rel=1e-9)
    # Two of eight sign flips are as far from zero.
    assert paired.fisher == pytest.approx(.25, abs=.01)
    assert core.bonferroni([.01, .04]).tolist() == [.02, .08]
    assert core.holm([.01, .04, .03]).tolist() == pytest.approx([.03, .06, .06])


def test_accountants_compose():
    laplace = core.laplace(0.5)
    assert laplace.pure == 0.5
    total = laplace.compose(10)
    assert total.basic == 5 and total.best <= 5
    assert core.gaussian(2).pure == float("inf")
    assert core.randomized_response(.75, 2).pure == \
        pytest.approx(np.log(3))
    with pytest.raises(ValueError, match="delta"):
        laplace.compose(1, 2)


def test_a_sketch_counts_terms():
    sketch = core.Sketch("count-min", rows=5, columns=64)
    for term, count in (("a", 3), ("b", 2), ("a", 1)):
        sketch.add(term, count)
    assert sketch.estimate("a") == 4 and sketch.estimate("b") == 2
    assert sketch.cells.shape == (5, 64) and sketch.cells.sum() == 5 * 6
    assert (core.Sketch(seed=1).cells == 0).all()
    with pytest.raises(ValueError, match="rows"):
        core.Sketch(rows=0)


def test_what_could_crash_is_refused():
    bad = np.full((5, 3), np.nan)
    with pytest.raises(ValueError, match="finite"):
        fedltr.aggregate("median", bad)
    with pytest.raises(ValueError, match="finite"):
        core.Attack("lie").craft(bad, [0, 0, 0])
    with pytest.raises(ValueError, match="as many finite numbers"):
        core.CallableRule(lambda *given: ([1.0], [1.0] * 5)).aggregate(
            np.ones((5, 3)))
    with pytest.raises(ValueError, match="trusted must return a model"):
        core.Rule("fltrust", trusted=lambda model, round: model[:1]).aggregate(
            np.ones((5, 3)))
    with pytest.raises(ValueError, match="another size"):
        core.ServerOptimizer().step([1.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="for each label"):
        core.metric("expected-maxrr@10", [4], None,
                    core.MetricOptions(click=[0, 1]))
    with pytest.raises(ValueError, match="scores: expected finite"):
        core.evaluate_run(["1"], ["a"], [np.nan], ["1"], ["a"], [1], ["map"])
    sketch = core.Sketch()
    sketch.add("a", 2 ** 31 - 1)
    with pytest.raises(ValueError, match="in all"):
        sketch.add("b", 1)
