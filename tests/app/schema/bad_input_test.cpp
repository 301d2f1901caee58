// Invalid scenarios and data files: each with its line in the message and the
// exit code.
#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::bad_input_test {
using namespace fedltr::test;

namespace {

struct BadScenario {
  std::string text;
  std::string message;  ///< after "fedltr: FILE"
};

struct BadData {
  std::string text;
  std::string message;  ///< after "fedltr: FILE"
};

}  // namespace

TEST_CASE("a broken scenario has a one-line error and ends with 2") {
  const TemporaryFolder folder;
  folder.write("loop.ini", "include = loop.ini\n");
  folder.write("broken.ini", "[run]\nseed = x\n");
  const std::vector<BadScenario> table = {
      {"[federation]\nclient = 5\n",
       ":2: federation.client = 5: unknown key; nearest is "
       "'federation.clients' (all: fedltr list keys)"},
      {"[federation]\nclients = 0\n",
       ":2: federation.clients = 0: expected an integer 1 to 10000000"},
      {"[federation]\nclients = -3\n",
       ":2: federation.clients = -3: expected an integer 1 to 10000000"},
      {"[federation]\nclients = 10.5\n",
       ":2: federation.clients = 10.5: expected an integer 1 to 10000000"},
      {"[federation]\nclients =\n",
       ":2: federation.clients = : expected an integer 1 to 10000000"},
      {"[federation]\nclients = 99999999999999999999999\n",
       ":2: federation.clients = 99999999999999999999999: expected an "
       "integer 1 to 10000000"},
      {"[federation]\nparticipation = 1.5\n",
       ":2: federation.participation = 1.5: expected a number above 0, at "
       "most 1"},
      {"[federation]\nparticipation = 0\n",
       ":2: federation.participation = 0: expected a number above 0, at most "
       "1"},
      {"[learner]\nrate = nan\n",
       ":2: learner.rate = nan: expected a number above 0"},
      {"[learner]\nrate = 0.1x\n",
       ":2: learner.rate = 0.1x: expected a number above 0"},
      {"[learner]\nmethod = pdgdd\n",
       ":2: learner.method = pdgdd: expected one of pdgd, es, dbgd, pmgd, "
       "naive, ips, dr, dla, pairwise, em; nearest is 'pdgd'"},
      {"[clicks]\nmodel = informal\n",
       ":2: clicks.model = informal: expected one of perfect, navigational, "
       "informational, poison, pbm, dcm, trust, custom; nearest is "
       "'informational'"},
      {"[clicks]\nmodel = custom\n",
       ":2: clicks.model = custom: custom needs clicks.click and clicks.stop, "
       "with the same number of probabilities"},
      {"[clicks]\nmodel = custom\nclick = 0, 1.5\nstop = 0, 0\n",
       ":3: clicks.click = 0, 1.5: expected numbers 0 to 1, separated by "
       "commas"},
      {"[clicks]\nstop = 0, 0, 0\n",
       ":2: clicks.stop = 0, 0, 0: has no effect here; needs clicks.model = "
       "custom"},
      {"[clicks]\neta = 2\n",
       ":2: clicks.eta = 2: has no effect here; needs clicks.model = pbm"},
      {"[evaluation]\nmetrics = ndcg@10, ndgc@5\n",
       ":2: evaluation.metrics = ndcg@10, ndgc@5: unknown metric 'ndgc@5'; "
       "nearest is 'ndcg@5'; known are ndcg, dcg, err, map, mrr, p, "
       "recall, success, bpref, judged, rank-ratio, expected-maxrr, with a "
       "cutoff as in ndcg@10"},
      {"[evaluation]\nmetrics = ndcg@ten\n",
       ":2: evaluation.metrics = ndcg@ten: 'ndcg@ten' has a bad cutoff, "
       "expected an integer from 1 after '@', e.g. ndcg@10"},
      {"[evaluation]\nmetrics = ndcg@10, ndcg@10\n",
       ":2: evaluation.metrics = ndcg@10, ndcg@10: 'ndcg@10' occurs twice"},
      {"[ranker]\nmodel = neural\ninit = zero\n",
       ":3: ranker.init = zero: zero keeps all units of a sigmoid network "
       "equal; set normal"},
      {"[ranker]\nmodel = neural-relu\ninit = zero\n",
       ":3: ranker.init = zero: zero gives neural-relu no gradient"},
      {"[learner]\nmethod = es\n[federation]\ninteractions = 3\n",
       ":4: federation.interactions = 3: must be even for antithetic es"},
      {"[federation]\nserver-rate = 0\n",
       ":2: federation.server-rate = 0: expected auto or a number above 0"},
      {"[ranker]\nhidden = 0\n",
       ":2: ranker.hidden = 0: expected an integer 1 to 1024"},
      {"[privacy]\nmechanism = randomized-response\n",
       ":2: privacy.mechanism = randomized-response: randomized-response needs "
       "learner.method = es"},
      {"[privacy]\np = 0.5\n",
       ":2: privacy.p = 0.5: has no effect here; needs privacy.mechanism = "
       "randomized-response"},
      {"[learner]\nmethod = es\n[privacy]\nmechanism = randomized-response\n"
       "p = 0.05\n",
       ":5: privacy.p = 0.05: must exceed 1/11"},
      {"[learner]\nmethod = es\n[privacy]\nmechanism = gamma-laplace\n",
       ":4: privacy.mechanism = gamma-laplace: gamma-laplace as "
       "published needs learner.method = pdgd"},
      {"[privacy]\nepsilon = 1\n",
       ":2: privacy.epsilon = 1: has no effect here; needs privacy.mechanism = "
       "gamma-laplace or gaussian"},
      {"[learner]\nmethod = es\nrate = 5\n",
       ":3: learner.rate = 5: has no effect here; needs learner.method = pdgd"},
      {"[learner]\nes.sigma = 3\n",
       ":2: learner.es.sigma = 3: has no effect here; needs learner.method = "
       "es"},
      {"[learner]\npdgd.batch = 3\n",
       ":2: learner.pdgd.batch = 3: must divide federation.interactions, 4"},
      {"[privacy]\nmechanism = gamma-laplace\n[federation]\n"
       "participation = 0.5\n",
       ":4: federation.participation = 0.5: must be 1 for gamma-laplace as "
       "published"},
      {"[privacy]\nmechanism = gaussian\nmode = paper\n",
       ":2: privacy.mechanism = gaussian: gaussian needs privacy.mode = sound"},
      {"[privacy]\nmode = sound\n",
       ":2: privacy.mode = sound: sound needs privacy.mechanism"},
      {"[privacy]\nmechanism = gamma-laplace\nbudget = 10\n",
       ":3: privacy.budget = 10: needs a mechanism with a bound"},
      {"[privacy]\ndelta = 1\n",
       ":2: privacy.delta = 1: expected a number between 0 and 1"},
      {"[privacy]\nepsilon = 0\n",
       ":2: privacy.epsilon = 0: expected a number above 0"},
      {"[data]\nformat = letor\n",
       ":2: data.format = letor: letor needs data.folds or data.train"},
      {"[data]\nformat = synthetic\nfolds = x\n",
       ":2: data.format = synthetic: conflicts with data.train, data.test, "
       "data.validation or data.folds; leave it out or set letor"},
      {"[data]\nfolds = x\ntrain = y\n",
       ":2: data.folds = x: conflicts with data.train, data.test and "
       "data.validation: give either it or them"},
      {"[data]\ntrain = x\n", ":2: data.train = x: needs data.test"},
      {"[data]\ntest = x\n", ":2: data.test = x: needs data.train"},
      {"[data]\nfold = 6\n",
       ":2: data.fold = 6: expected 1, 2, 3, 4, 5 or all"},
      {"[synthetic]\nlike = mslr\ngrades = 3\n",
       ":3: synthetic.grades = 3: can be set with synthetic.like = custom "
       "only"},
      {"[synthetic]\nqueries = 3\n",
       ":2: synthetic.queries = 3: is too few for five parts: expected 0, or 5 "
       "or more"},
      {"[run]\nseed = 1\nseed = 2\n",
       ":3: run.seed = 2: the key occurs twice, first in "},
      {"seed = 1\n", ":1: 'seed' is before any [section]; only include may be"},
      {"[run]\nseed\n", ":2: expected 'key = value', got 'seed'"},
      {"0 qid:1 1:0.5 2:0.25 3:0.125 4:0.0625 5:0.03125\n",
       ":1: expected 'key = value', got '0 qid:1 1:0.5 2:0.25 3:0.125 4:0.0625 "
       "5:...'"},
      {"[run\nseed = 1\n", ":1: expected '[section]', got '[run'"},
      {"[data]\nfolds = a#b\n",
       ":2: '#' starts a comment, so it can't be part of a value; put a blank "
       "before a comment"},
      {"[grid]\nlearner.rates = 1, 2\n",
       ":2: learner.rates = 1, 2: unknown key; nearest is 'learner.rate' (all: "
       "fedltr list keys)"},
      {"[grid]\nlearner.rate = 0.1, 0\n",
       ":2: learner.rate = 0: expected a number above 0"},
      {"[grid]\nlearner.rate = 0.1, 0.1\n",
       ":2: learner.rate = 0.1, 0.1: '0.1' occurs twice"},
      {"[grid]\nlearner.rate =\n",
       ":2: learner.rate = : expected values, separated by commas"},
      {"[grid]\nevaluation.metrics = ndcg, err\n",
       ":2: evaluation.metrics = ndcg, err: takes a list, so it can't be in a "
       "grid"},
      {"[grid]\nrun.threads = 1, 2\n",
       ":2: run.threads = 1, 2: is the same for all points, so it can't be in "
       "a grid"},
      {"include = nowhere.ini\n",
       "/nowhere.ini: can't read this scenario file"},
      {"include = broken.ini\n",
       "/broken.ini:2: run.seed = x: expected an integer 0 to "
       "18446744073709551615"},
      {"include = loop.ini\n", "the files include each other in a cycle"},
  };
  for (const BadScenario& bad : table) {
    CAPTURE(bad.text);
    const std::string file = folder.write("s.ini", bad.text);
    for (const std::string verb : {"check", "run"}) {
      const Outcome outcome = fedltr_command({verb, file});
      CHECK(outcome.code == 2);
      CHECK(outcome.out.empty());
      CHECK_MESSAGE(outcome.err.find(bad.message) != std::string::npos,
                    outcome.err);
      CHECK(outcome.err.starts_with("fedltr: "));
      CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    }
  }
}

TEST_CASE("broken data is reported with file and line and ends with 3") {
  const TemporaryFolder folder;
  const std::vector<BadData> table = {
      {"",
       ": has no documents, expected rows like '1 qid:7 1:0.5 2:0.25 # docid = "
       "X'"},
      {"# nothing but a comment\n", ": has no documents"},
      {"1 qid:1 1:1\nrelevant qid:1 1:1\n",
       ":2: label 'relevant' is not a number"},
      {"-1 qid:1 1:1\n",
       ":1: label '-1' is not a grade, expected an integer 0 to 31"},
      {"0.5 qid:1 1:1\n", ":1: label '0.5' is not a grade"},
      {"99 qid:1 1:1\n", ":1: label '99' is not a grade"},
      {"1 1:1\n", ":1: expected 'qid:<id>' after the label, got '1:1'"},
      {"1 qid:1 1:1 1:2\n", ":1: feature 1 occurs twice in the row"},
      {"1 qid:1 1:1 two:2\n", ":1: expected '<index>:<value>', got 'two:2'"},
      {"1 qid:1 1:one\n", ":1: value 'one' of feature '1' is not a number"},
      {"1 qid:1 1:1,5\n", ":1: value '1,5' of feature '1' is not a number"},
      {"1 qid:1 1:\n", ":1: value '' of feature '1' is not a number"},
      {"1 qid:1 65536:1\n",
       ":1: feature index 65536 is above the largest allowed, 65535"},
      {"1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n",
       ":3: query '1' recurs after other queries"},
      {"1 qid:1\n", ": no row has a feature"},
      {std::string("\x1f\x8b\x08\x00 damaged", 13), ": can't be read: "},
      {std::string("\x7f"
                   "ELF\x02\0\0",
                   7),
       ":1: label "},
  };
  for (const BadData& bad : table) {
    CAPTURE(bad.text);
    const std::string file = folder.write("d.txt", bad.text);
    const std::string good = folder.write("good.txt", "1 qid:9 1:1\n");
    const std::string scenario =
        folder.write("s.ini", "[data]\ntrain = d.txt\ntest = good.txt\n");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"data", "info", file},
          std::vector<std::string>{"run", scenario, "--quiet"}}) {
      if (bad.message == ": no row has a feature" && command[0] == "run")
        continue;  // the other file contains one
      const Outcome outcome = fedltr_command(command);
      CHECK(outcome.code == 3);
      CHECK_MESSAGE(
          outcome.err.find("d.txt" + bad.message) != std::string::npos,
          outcome.err);
      CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    }
    CHECK(!std::filesystem::exists("runs/s"));
  }
}

TEST_CASE("files that are not there, or are folders, end with 3") {
  const TemporaryFolder folder;
  const auto check_fault = [&](const std::string& text,
                               const std::string& message) {
    const Outcome outcome =
        fedltr_command({"run", folder.write("s.ini", text), "--quiet"});
    CHECK(outcome.code == 3);
    CHECK_MESSAGE(outcome.err.find(message) != std::string::npos, outcome.err);
  };
  check_fault("[data]\ntrain = no.txt\ntest = no.txt\n",
              "no.txt: can't be opened: No such file or directory");
  check_fault("[data]\ntrain = .\ntest = .\n", "is a folder, expected a file");
  check_fault("[data]\nfolds = nowhere\n",
              "nowhere: is not a folder; expected one with Fold1 ... Fold5 or "
              "S1.txt ... S5.txt");
  check_fault("[data]\nfolds = .\n", "holds neither Fold1 nor S1.txt");
  for (const char* part : {"S1", "S2", "S3", "S4", "S5"})
    folder.write(std::string("same/") + part + ".txt", "1 qid:1 1:1\n");
  check_fault("[data]\nfolds = same\n",
              "query '1' stands in two parts of fold 1");
  folder.write("half/S1.txt", "1 qid:1 1:1\n");
  check_fault("[data]\nfolds = half\n",
              ".txt: there is no such file, nor with .gz");
}

TEST_CASE("wrong usage ends with 2 and names what is expected") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("s.ini", "[run]\nseed = 1\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{}, "expected a command (see fedltr --help)"},
      {{"rum"}, "'rum' is not a command; nearest is 'run'"},
      {{"--threads", "1", "run"}, "--threads: options follow the command"},
      {{"run"}, "expected a file: fedltr run FILE"},
      {{"run", "/nowhere.ini"}, "/nowhere.ini: can't read this scenario file"},
      {{"run", folder.text()}, ": is a folder, expected a scenario file"},
      {{"run", scenario, "--frobnicate"}, "--frobnicate"},
      {{"run", scenario, "--resume", "--force"}, "give only one"},
      {{"run", scenario, "--threads", "many"},
       "--threads many: expected an integer 0 to 4096"},
      {{"run", scenario, "--threads", "-1"}, "--threads -1: expected"},
      {{"run", scenario, "--set", "run.seed"},
       "--set run.seed: expected section.key=value"},
      {{"run", scenario, "--set", "run.sed=1"},
       "--set: run.sed = 1: unknown key; nearest is 'run.seed'"},
      {{"run", scenario, "--set", "run.seed=-1"},
       "--set: run.seed = -1: expected an integer"},
      {{"run", scenario, scenario}, "more arguments than expected"},
      {{"list", "atacks"}, "unknown kind"},
      {{"data"}, "expected info, synth, convert or log"},
      {{"data", "convert"}, "expected a file"},
      {{"data", "converts"}, "expected info, synth, convert or log"},
      {{"data", "info"}, "expected a file"},
      {{"data", "synth"}, "expected --out DIR"},
      {{"data", "synth", "--out", folder.text(), "--twin", "mq2009"},
       "data synth: synthetic.like = mq2009: expected one of mq2008, mq2007, "
       "mslr, yahoo, istella, istella-s, aol4foltr, custom, text; nearest is "
       "'mq2008'"},
  };
  for (const auto& [arguments, message] : table) {
    const Outcome outcome = fedltr_command(arguments);
    CAPTURE(message);
    CHECK(outcome.code == 2);
    CHECK_MESSAGE(outcome.err.find(message) != std::string::npos, outcome.err);
  }
}

TEST_CASE("a key that does not fit the data is refused before training") {
  const TemporaryFolder folder;
  const auto check_fault = [&](const std::string& text,
                               const std::string& message) {
    const Outcome outcome =
        fedltr_command({"run", folder.write("s.ini", text), "--quiet", "--out",
                        (folder / "out").string()});
    CHECK(outcome.code == 2);
    CHECK_MESSAGE(outcome.err.find(message) != std::string::npos, outcome.err);
    CHECK(!std::filesystem::exists(folder / "out"));
  };
  check_fault("[synthetic]\nlike = custom\ngrades = 4\n",
              "no published click table for 4 grades");
  check_fault("[clicks]\nmodel = custom\nclick = 0, 1\nstop = 0, 0\n",
              "clicks.click and clicks.stop need 3 probabilities each");
  check_fault("[evaluation]\nmetrics = err@10\nerr-grade = 1\n",
              "evaluation.err-grade is below the data's highest grade, 2");
  folder.write("none.txt", "0 qid:1 1:1\n0 qid:1 1:2\n");
  check_fault("[data]\ntrain = none.txt\n[evaluation]\non = train\n",
              "no query to evaluate on has a relevant document");
}

}  // namespace fedltr::bad_input_test
