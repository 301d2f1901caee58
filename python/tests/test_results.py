"""Frames of run folders equal the files, bit for bit."""

import csv
import gzip
import json
import math
import os
import shutil

import numpy as np
import pandas as pd
import pytest

import fedltr


def test_rounds_hold_the_numbers_of_the_file(small_run):
    with open(small_run.folder / "rounds.csv") as file:
        rows = list(csv.DictReader(file))
    frame = small_run.rounds
    assert len(frame) == len(rows) == 2 * 5
    for name in frame.columns:
        assert frame[name].dtype in (np.dtype(float), np.dtype("int64")), name
        wanted = [float(row[name]) for row in rows]
        assert [float(x) for x in frame[name]] == wanted, name
    assert list(frame["round"][:5]) == [0, 1, 2, 3, 4]
    assert math.isinf(frame["epsilon"].iloc[1])


def test_names_stay_names(small_run):
    queries = small_run.per_query
    assert queries["qid"].map(type).eq(str).all()
    assert queries["metric"].dtype == "category"
    assert queries["value"].dtype == float
    assert small_run.clients["role"].dtype == "category"


def test_a_packed_table_of_clients_is_the_same_frame(tmp_path, small_run):
    plain = (small_run.folder / "clients.csv").read_bytes()
    (tmp_path / "clients.csv.gz").write_bytes(gzip.compress(plain))
    assert fedltr.Run(tmp_path).clients.equals(small_run.clients)


def test_a_query_may_be_called_na_or_nan(tmp_path):
    (tmp_path / "per_query.tsv").write_text(
        'qid\tmetric\tvalue\tfold\trepeat\nNA\tmap\t0.5\t1\t1\n'
        'nan\tmap\tnan\t1\t1\n"""x"\tmap\t.25\t1\t1\n')
    frame = fedltr.Run(tmp_path).per_query
    assert list(frame["qid"]) == ["NA", "nan", '"x']
    assert frame["value"].isna().tolist() == [False, True, False]


def test_summary_gives_metrics_name_and_signature(small_run):
    text = json.loads((small_run.folder / "summary.json").read_text())
    assert small_run.name == "small" and small_run.complete
    assert small_run.signature == text["signature"]
    assert small_run.metrics.loc["ndcg@10", "mean"] == \
        text["metrics"]["ndcg@10"]["mean"]
    assert small_run.metrics["n"].tolist() == [2] * 4
    assert small_run.scenario["federation.clients"] == "6"


def test_a_folder_without_results_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds no results"):
        fedltr.open(tmp_path)


def test_a_notebook_shows_a_run_and_runs_nothing_of_its_names(tmp_path,
                                                              small_run):
    for name in ("summary.json", "manifest.json", "curves.svg"):
        (tmp_path / name).write_text((small_run.folder / name).read_text())
    summary = json.loads((tmp_path / "summary.json").read_text())
    summary["name"] = "<script>alert(1)</script>"
    summary["metrics"]["<b>"] = {"mean": 1, "std": None, "n": 1}
    (tmp_path / "summary.json").write_text(json.dumps(summary))
    page = fedltr.open(tmp_path)._repr_html_()
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "<td>&lt;b&gt;" in page or "<th>&lt;b&gt;" in page
    assert 'src="data:image/svg+xml;base64,' in page
    assert "ndcg@10" in repr(fedltr.open(tmp_path))


def test_a_model_scores_and_ranks_as_the_command_does(small_run):
    fedltr.command("data", "synth", "--out", "data", "--like", "mq2008",
                   "--queries", "30")
    fedltr.command("rank", str(small_run.folder / "model-f1-r1.json"),
                   "data/S1.txt", "--format", "tsv", "--out", "ranked.tsv")
    wanted = pd.read_csv("ranked.tsv", sep="\t", dtype={"qid": str},
                         float_precision="round_trip")
    core = pytest.importorskip("fedltr._core")
    assert core
    data = fedltr.letor("data/S1.txt")
    run = small_run.model(repeat=1).rank(data)
    assert list(run.columns) == ["qid", "docno", "score", "rank"]
    scores = small_run.model(repeat=1).score(data.X)
    np.testing.assert_allclose(scores, wanted["score"], rtol=1e-12, atol=1e-15)
    first = run[run["rank"] == 0].set_index("qid")["docno"]
    best = wanted[wanted["rank"] == 1].set_index("qid")["document"]
    assert first.to_dict() == best.to_dict()


@pytest.mark.parametrize("ranker", ["neural", "neural-relu"])
def test_a_neural_model_scores_as_the_command_does(ranker):
    run = fedltr.run({"synthetic.queries": 40, "federation.clients": 3,
                      "federation.rounds": 2, "ranker.model": ranker,
                      "ranker.init": "normal", "ranker.hidden": 7}, out="run")
    fedltr.command("data", "synth", "--out", "data", "--queries", "10")
    fedltr.command("rank", "run", "data/S1.txt", "--format", "tsv", "--out", "ranked.tsv")
    X = np.array([[float(cell.split(":")[1]) for cell in line.split()[2:48]]
                  for line in open("data/S1.txt")])
    wanted = pd.read_csv("ranked.tsv", sep="\t")["score"]
    np.testing.assert_allclose(run.model().score(X), wanted, rtol=1e-10,
                               atol=1e-13)
    with pytest.raises(ValueError, match="expected #documents x 46"):
        run.model().score(X[:, :5])


@pytest.mark.parametrize("how", ["none", "query-minmax", "query-zscore",
                                 "log1p", "zscore", "quantile"])
def test_a_model_prepares_features_as_the_command_does(how):
    rows = [f"{i % 3} qid:{i // 4} 1:{1.7e9 + 37 * i * i % 1000} 2:{-i / 7} "
            f"3:{'NULL' if i % 5 == 0 else 999 if i % 5 == 1 else i}\n"
            for i in range(21)]
    with open("d.txt", "w") as file:
        file.writelines(rows)
    run = fedltr.run({"data.train": "d.txt", "evaluation.on": "train",
                      "data.normalize": how, "data.missing": "999",
                      "data.missing-as": 0.5, "federation.clients": 2,
                      "federation.rounds": 2, "ranker.init": "normal"},
                     out="run")
    fedltr.command("rank", "run", "d.txt", "--format", "tsv", "--out",
                   "ranked.tsv")
    X = np.array([[float(cell.split(":")[1].replace("NULL", "nan"))
                   for cell in line.split()[2:]] for line in rows])
    wanted = pd.read_csv("ranked.tsv", sep="\t")["score"]
    scores = np.concatenate([run.model().score(X[at:at + 4])
                             for at in range(0, 21, 4)])
    # Sums of 1.7e9 differ in their last digits.
    np.testing.assert_allclose(scores, wanted, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("name", ["summary.json", "rounds.csv"])
def test_a_pipe_in_a_run_folder_is_refused_at_once(tmp_path, small_run, name):
    shutil.copytree(small_run.folder, tmp_path / "r")
    run = fedltr.open(tmp_path / "r")
    (tmp_path / "r" / name).unlink()
    os.mkfifo(tmp_path / "r" / name)
    with pytest.raises(ValueError, match=f"{name}: is no file on disk"):
        run.summary, run.rounds
