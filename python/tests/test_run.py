"""Runs from Python are the command's: same bits, same errors, same folder."""

import json
import math
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

import fedltr
from conftest import SMALL


def command_signature(folder, **settings):
    arguments = [f"--set={key}={value}" for key, value in
                 {**SMALL, **settings}.items()]
    with open("given.ini", "w") as file:
        file.write("[run]\nname = x\n")
    subprocess.run([fedltr.program(), "run", "given.ini", "--quiet", *arguments,
                    "--out", folder], check=True, stdout=subprocess.DEVNULL)
    with open(f"{folder}/summary.json") as file:
        return json.load(file)["signature"]


def test_a_run_has_the_bits_of_the_command():
    run = fedltr.run(SMALL, out="mine", seed=7)
    assert run.signature == command_signature("theirs", **{"run.seed": 7})
    for name in ("rounds.csv", "clients.csv", "per_query.tsv"):
        assert open(f"mine/{name}").read() == open(f"theirs/{name}").read()


def test_settings_are_written_as_scenarios_have_them():
    resolved = fedltr.check(SMALL, repeats=3, rankings=True, **{
        "evaluation.metrics": ["ndcg@10", "map"],
        "heterogeneity.iid": False})
    assert resolved["run.repeats"] == "3"
    assert resolved["run.rankings"] == "yes"
    assert resolved["evaluation.metrics"] == "ndcg@10, map"
    assert resolved["heterogeneity.iid"] == "no"
    arrays = fedltr.check(SMALL, repeats=np.int64(2), **{
        "learner.rate": np.float32(0.5),
        "data.storage": "float32", "federation.absent": np.array([0, 2])})
    assert arrays["run.repeats"] == "2"
    assert arrays["learner.rate"] == "0.5"
    assert arrays["federation.absent"] == "0, 2"


def test_a_scenario_that_ships_is_found_by_its_name():
    assert fedltr.check("quickstart")["federation.clients"] == "100"


def test_errors_say_where_the_fault_is():
    with open("bad.ini", "w") as file:
        file.write("[run]\nname = a\n\n[federation]\nclients = x\n")
    with pytest.raises(fedltr.ScenarioError, match="integer") as error:
        fedltr.check("bad.ini")
    assert error.value.file.endswith("bad.ini")
    assert (error.value.line, error.value.key, error.value.code) == \
        (5, "federation.clients", 2)
    with pytest.raises(fedltr.ScenarioError, match="unknown key") as error:
        fedltr.run(SMALL, nosuch=1)
    assert error.value.key == "run.nosuch" and error.value.file is None
    with pytest.raises(fedltr.DataError) as error:
        fedltr.run({"data.train": "no.txt", "data.test": "no.txt"}, out="x")
    assert error.value.code == 3
    assert isinstance(error.value, fedltr.Error)


def test_what_is_complete_is_read_and_other_results_are_kept():
    first = fedltr.run(SMALL, out="run")
    written = os.stat("run/summary.json").st_mtime_ns
    assert fedltr.run(SMALL, out="run").signature == first.signature
    assert os.stat("run/summary.json").st_mtime_ns == written
    with pytest.raises(fedltr.CheckpointError, match="holds other results"):
        fedltr.run(SMALL, out="run", seed=2)
    assert fedltr.run(SMALL, out="run", seed=2, force=True).signature != \
        first.signature


def test_a_grid_is_a_sequence_of_runs():
    grid = fedltr.run(SMALL, out="grid",
                      **{"grid.federation.clients": [4, 6]})
    assert len(grid) == 2
    assert [run.scenario["federation.clients"] for run in grid] == ["4", "6"]
    assert grid.settings["federation.clients"].tolist() == [4, 6]
    assert grid[1].signature == grid["federation.clients=6"].signature
    assert grid.rounds.groupby("federation.clients").size().tolist() == [5, 5]
    with pytest.raises(KeyError, match="known are"):
        grid["federation.clients=5"]


def test_rounds_come_as_the_table_has_them():
    seen = []
    run = fedltr.run(SMALL, out="run", on_round=seen.append)
    assert [each.round for each in seen] == [0, 1, 2, 3, 4]
    table = run.rounds
    for each, (_, row) in zip(seen, table.iterrows()):
        assert (each.point, each.fold, each.repeat) == ("", 1, 1)
        for name in ("ndcg@10", "interactions", "online_ndcg@10", "clients"):
            assert each[name] == row[name]
    assert math.isnan(seen[1]["epsilon"])  # no bound


LONG = {**SMALL, "federation.rounds": 1000000, "checkpoint.every": 50}


def test_leaving_the_loop_leaves_a_checkpoint_to_go_on_from():
    settings = {**SMALL, "federation.rounds": 2000}
    for each in fedltr.iterate(settings, out="run"):
        if each.round == 3:
            break
    run = fedltr.open("run")
    assert not run.complete and os.path.isdir("run/checkpoint")
    assert run.rounds["round"].max() < 2000
    whole = fedltr.run(settings, out="run")
    assert whole.complete
    assert whole.signature == fedltr.run(settings, out="other").signature


def test_ctrl_c_interrupts_the_run_once_and_is_passed_on():
    text = ("import fedltr\n"
            f"settings = {LONG!r}\n"
            "try:\n"
            "    for each in fedltr.iterate(settings, out='run'):\n"
            "        if each.round == 2: print('training', flush=True)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted', fedltr.open('run').complete)\n")
    process = subprocess.Popen([sys.executable, "-c", text], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               # A shell's background jobs ignore it.
                               preexec_fn=lambda: signal.signal(
                                   signal.SIGINT, signal.SIG_DFL))
    assert process.stdout.readline() == "training\n"
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=120)
    assert out == "interrupted False\n", errors
    assert os.path.isdir("run/checkpoint")


def test_what_the_program_logs_goes_to_the_logger(caplog):
    os.mkdir("run")
    fedltr.run(SMALL, out="run")
    assert [(record.levelname, record.message.split(": ")[1])
            for record in caplog.records] == [("WARNING", "no checkpoint found")]


def test_compare_tests_the_runs():
    a = fedltr.run(SMALL, out="a")
    b = fedltr.run(SMALL, out="b", **{"clicks.model": "informational"})
    frame = fedltr.compare([a, b], metric="ndcg@10")
    assert frame["run"].tolist() == ["a", "b"]
    difference = b.metrics["mean"]["ndcg@10"] - a.metrics["mean"]["ndcg@10"]
    assert frame["difference"].iloc[1] == pytest.approx(difference, abs=1e-12)
    assert 0 <= frame["t_test"].iloc[1] <= frame["holm"].iloc[1] <= 1
    with pytest.raises(fedltr.ScenarioError):
        fedltr.compare([a, b], over="weeks")


def test_a_report_shows_itself_apart_from_the_notebook():
    run = fedltr.run(SMALL, out="a")
    report = fedltr.report(run, out="page.html")
    assert report.path.read_text().startswith("<!DOCTYPE html>") or \
        report.path.read_text().lower().startswith("<!doctype html>")
    shown = report._repr_html_()
    assert shown.startswith("<iframe") and "&lt;" in shown
    assert "<script" not in shown


def test_methods_and_keys_are_the_tables_of_the_program():
    rules = fedltr.methods("rules")
    assert "krum" in rules["name"].tolist()
    bound = rules.set_index("name").loc["norm-bound", "parameters"]
    assert bound == {"aggregation.bound": "0"}
    assert set(fedltr.methods()["kind"]) > {"rules", "attacks", "targets"}
    keys = fedltr.keys().set_index("key")
    assert keys.loc["federation.clients", "default"] == "100"
    with pytest.raises(ValueError, match="known are"):
        fedltr.methods("rulez")


def test_a_missing_program_is_told(monkeypatch):
    monkeypatch.setenv("FEDLTR", "/nowhere/fedltr")
    with pytest.raises(fedltr.Error, match="no such program"):
        fedltr.run("quickstart")
