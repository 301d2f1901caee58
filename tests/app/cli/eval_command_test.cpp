// `fedltr eval`: the values of a run again, and other systems' conventions.
#include "app/cli/eval_command.hpp"

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "tests/support/notes.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::eval_command_test {
using namespace fedltr::test;

namespace {

constexpr const char* kRun =
    "q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq1 Q0 c 3 2 x\nq2 Q0 a 1 1 x\n";
constexpr const char* kQrels = "q1 0 a 0\nq1 0 b 3\nq1 0 c 1\nq2 0 a 0\n";

struct Files {
  TemporaryFolder folder;
  std::string run = folder.write("r.run", kRun);
  std::string qrels = folder.write("q.qrels", kQrels);
};

Outcome eval(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "eval");
  return fedltr_command(arguments);
}

/// Writes a synthetic set and trains a model on it.
std::string trained(const TemporaryFolder& folder,
                    const std::vector<std::string>& more) {
  REQUIRE(
      fedltr_command({"data", "synth", "--out", (folder / "d").string(),
                      "--queries", "60", "--like", "custom", "--features", "5"})
          .code == 0);
  std::vector<std::string> settings = {"data.folds=" + (folder / "d").string(),
                                       "data.fold=1"};
  settings.insert(settings.end(), more.begin(), more.end());
  const Outcome outcome = run_text(
      folder, "[federation]\nclients = 4\nrounds = 5\n", "r", settings);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return (folder / "r").string();
}

/// per_query.tsv without fold and repeat.
std::string values_of(const std::filesystem::path& file) {
  std::istringstream text(read_text(file));
  std::string line;
  std::string values;
  while (std::getline(text, line)) {
    const auto cells = split(line, '\t');
    values += cells[0] + "\t" + cells[1] + "\t" + cells[2] + "\n";
  }
  return values;
}

}  // namespace

TEST_CASE("a model whose scores are no numbers is not scored") {
  const TemporaryFolder folder;
  const std::string model =
      folder.write("m.json", R"({"model": "linear", "features": 2,
                    "parameters": [1e308, -1e308], "first_index": 1,
                    "normalize": "none"})");
  const std::string data =
      folder.write("d.txt", "1 qid:q 1:1e6 2:1e6\n0 qid:q 1:0 2:0\n");
  const Outcome outcome = eval({model, data, "--metric", "ndcg@10"});
  CHECK(outcome.code == 3);
  has(outcome.err, "query 'q' has a score that is no number");
}

TEST_CASE("a run's values by query come out again, to the last digit") {
  const std::vector<std::vector<std::string>> all = {
      {"evaluation.metrics=ndcg@10, ndcg, dcg@5, err, err@3, map, mrr@10, p@5, "
       "rank-ratio, expected-maxrr@10"},
      {"evaluation.metrics=ndcg@5, err@10, map, p@3, mrr", "evaluation.empty=1",
       "evaluation.relevant-from=2", "evaluation.err-grade=4",
       "evaluation.ties=trec", "data.normalize=query-minmax"},
      {"ranker.model=neural", "ranker.hidden=3", "ranker.init=normal",
       "evaluation.empty=0", "evaluation.err-grade=list",
       "evaluation.metrics=err, ndcg@10"},
  };
  for (const auto& settings : all) {
    const TemporaryFolder folder;
    const std::string run = trained(folder, settings);
    const std::string data = (folder / "d/S5.txt").string();
    const Outcome outcome = eval({run, data, "--per-query", "--format", "tsv"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const std::string expected = values_of(folder / "r/per_query.tsv");
    CHECK(outcome.out.starts_with(expected));
    // The means agree with the summary.
    const auto means = json_of(folder / "r/summary.json")["metrics"];
    std::istringstream rest(outcome.out.substr(expected.size()));
    std::string line;
    int count = 0;
    while (std::getline(rest, line)) {
      const auto cells = split(line, '\t');
      CHECK(cells[0] == "all");
      CHECK(*parse_real(cells[2]) == means[cells[1]]["mean"].get<double>());
      ++count;
    }
    CHECK(count > 1);
  }
}

TEST_CASE("each file is judged by the model of the fold that tests on it") {
  const TemporaryFolder folder;
  const std::string run = trained(folder, {"data.fold=all"});
  std::vector<std::string> arguments = {run};
  for (const char* part : {"S5", "S1", "S2", "S3", "S4"})
    arguments.push_back((folder / "d" / part).string() + ".txt");
  std::vector<std::string> rank = {"rank"};
  rank.insert(rank.end(), arguments.begin(), arguments.end());
  for (const char* more : {"--per-query", "--format", "tsv"})
    arguments.emplace_back(more);
  const Outcome judged = eval(arguments);
  REQUIRE_MESSAGE(judged.code == 0, judged.err);
  CHECK(judged.out.starts_with(values_of(folder / "r/per_query.tsv")));
  const std::string all = fedltr_command(rank).out;
  const std::string part = (folder / "d/S3.txt").string();
  const std::string one =
      fedltr_command({"rank", run + "/model-f4-r1.json", part}).out;
  CHECK(fedltr_command({"rank", run, part}).out == one);
  CHECK(all.find(one) != std::string::npos);
}

TEST_CASE("a model that can't be chosen is refused, with what there is") {
  const TemporaryFolder folder;
  const std::string run = trained(folder, {"data.fold=all", "run.repeats=2"});
  const std::string part = (folder / "d/S3.txt").string();
  for (const char* command : {"eval", "rank"}) {
    const Outcome several = fedltr_command({command, run, part});
    CHECK(several.code == 3);
    CHECK_MESSAGE(
        several.err.find("holds 10 models, of which 2 are of the fold that "
                         "tests on " +
                         part + "; name one, e.g. " + run +
                         "/model-f4-r1.json") != std::string::npos,
        several.err);
    const std::string other = folder.write("own.txt", "1 qid:1 1:2 5:1\n");
    CHECK(fedltr_command({command, run, other})
              .err.find("of which none is of the fold that tests on") !=
          std::string::npos);
  }
}

TEST_CASE("a model's run against the labels has the values of the model") {
  const TemporaryFolder folder;
  const std::string run =
      trained(folder, {"evaluation.metrics=ndcg@10, map, err@5"});
  const std::string data = (folder / "d/S5.txt").string();
  const std::string ranked = (folder / "s5.run").string();
  REQUIRE(fedltr_command({"rank", run, data, "--run", "--out", ranked}).code ==
          0);
  const std::vector<std::string> more = {"--metric", "ndcg@10,map,err@5",
                                         "--per-query", "--format", "tsv"};
  std::vector<std::string> by_run = {ranked, data};
  std::vector<std::string> by_model = {run, data};
  by_run.insert(by_run.end(), more.begin(), more.end());
  by_model.insert(by_model.end(), more.begin(), more.end());
  CHECK(eval(by_run).out == eval(by_model).out);
}

TEST_CASE("the row of means is no query's, and names in a TSV are quoted") {
  Files files;
  files.run = files.folder.write("r.run", "all Q0 a 1 3 x\n\"q Q0 a 1 1 x\n");
  files.qrels = files.folder.write("q.qrels", "all 0 a 1\n\"q 0 a 1\n");
  std::vector<std::string> arguments = {files.run, files.qrels, "--metric",
                                        "map",     "--format",  "tsv"};
  CHECK(eval(arguments).out == "qid\tmetric\tvalue\nall\tmap\t1\n");
  arguments.emplace_back("--per-query");
  const Outcome refused = eval(arguments);
  CHECK(refused.code == kWrongUsage);
  CHECK(refused.out.empty());
  files.run = files.folder.write("r.run", "\"q Q0 a 1 1 x\n");
  files.qrels = files.folder.write("q.qrels", "\"q 0 a 1\n");
  CHECK(eval(arguments).out ==
        "qid\tmetric\tvalue\n\"\"\"q\"\tmap\t1\nall\tmap\t1\n");
}

TEST_CASE("conventions are chosen by name, and one of them by an option") {
  const Files files;
  const auto value = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {files.run, files.qrels, "--metric",
                                          "ndcg@2",  "--format",  "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = eval(arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return nlohmann::json::parse(outcome.out)["metrics"]["ndcg@2"];
  };
  // q1: a, b, c or, with ties by name, a, c, b; ideal: b, c. q2 has no relevant
  const double discount = 1 / std::log2(3);
  const double foltr = 7 * discount / (7 + discount);
  CHECK(value({})["mean"] == doctest::Approx(foltr));
  CHECK(value({})["n"] == 1);
  CHECK(value({"--conventions", "ranklib"})["mean"] ==
        doctest::Approx(foltr / 2));
  CHECK(value({"--conventions", "lightgbm"})["mean"] ==
        doctest::Approx((foltr + 1) / 2));
  CHECK(value({"--conventions", "trec_eval"})["mean"] ==
        doctest::Approx(discount / (3 + discount) / 2));
  CHECK(value({"--ties", "trec"})["mean"] ==
        doctest::Approx(discount / (7 + discount)));
  CHECK(value({"--gain", "linear"})["mean"] ==
        doctest::Approx(3 * discount / (3 + discount)));
  CHECK(value({"--gain", "0,1,2,5"})["mean"] ==
        doctest::Approx(5 * discount / (5 + discount)));
  CHECK(value({"--gain", "0,1,2,5", "--conventions", "trec_eval", "--ties",
               "input", "--empty", "skip"})["mean"] ==
        doctest::Approx(5 * discount / (5 + discount)));
  CHECK(value({"--empty", "1"})["mean"] == doctest::Approx((foltr + 1) / 2));
  CHECK(value({"--relevant-from", "2"})["mean"] == doctest::Approx(foltr));
}

TEST_CASE("eval prints text by default, and notes what is missing") {
  const Files files;
  const std::string more =
      files.folder.write("more.run", std::string(kRun) + "q9 Q0 a 1 1 x\n");
  const std::string judged =
      files.folder.write("more.qrels", std::string(kQrels) + "q3 0 a 1\n");
  Notes notes;
  const Outcome outcome = eval({more, judged, "--metric", "mrr,p@2"});
  CHECK(outcome.out ==
        "mrr  0.2500  mean of 2 queries; 0.5000 over the 1 ranked ones\n"
        "p@2  0.2500  mean of 2 queries; 0.5000 over the 1 ranked ones\n");
  has(notes.text(), "1 ranked queries have no judgements and are left out");
  has(notes.text(), "1 judged queries have no ranking: empty lists");
  const Outcome all = eval({"--run", more, "--qrels", judged, "--metric", "mrr",
                            "--counted", "ranked", "--per-query"});
  CHECK(all.out ==
        "mrr  0.5000  q1\n"
        "mrr  0.5000  mean of 1 queries; 0.2500 over the 2 judged ones\n");
  has(notes.text(), "1 judged queries have no ranking: left out");
}

TEST_CASE(
    "both means are in every format, over the queries of the conventions") {
  const Files files;
  const std::string judged =
      files.folder.write("more.qrels", std::string(kQrels) + "q3 0 a 1\n");
  const auto printed = [&](const std::string& format, const std::string& how) {
    return eval({files.run, judged, "--metric", "mrr", "--format", format,
                 "--conventions", how})
        .out;
  };
  CHECK(printed("tsv", "foltr") ==
        "qid\tmetric\tvalue\nall\tmrr\t0.25\nall-ranked\tmrr\t0.5\n");
  CHECK(printed("tsv", "trec_eval") ==
        "qid\tmetric\tvalue\nall\tmrr\t0.25\n"
        "all-judged\tmrr\t0.16666666666666666\n");
  const auto json =
      nlohmann::json::parse(printed("json", "trec_eval-c"))["metrics"]["mrr"];
  CHECK(json["n"] == 3);
  CHECK(json["ranked"]["n"] == 2);
  CHECK(json["ranked"]["mean"] == 0.25);
}

TEST_CASE("a run without metrics named is scored with the usual ones") {
  const Files files;
  const auto json = nlohmann::json::parse(
      eval({files.run, files.qrels, "--format", "json", "--per-query"}).out);
  CHECK(json["metrics"].size() == 4);
  CHECK(json["metrics"]["map"]["n"] == 1);
  CHECK(json["queries"]["q1"]["mrr"] == 0.5);
  CHECK_FALSE(json["queries"].contains("q2"));
}

TEST_CASE("expected-maxrr of a run needs a user") {
  const Files files;
  const Outcome none =
      eval({files.run, files.qrels, "--metric", "expected-maxrr"});
  CHECK(none.code == 2);
  has(none.err, "needs a user: give --clicks");
  const std::string three =
      files.folder.write("3.qrels", "q1 0 a 1\nq1 0 b 2\n");
  CHECK(eval({files.run, three, "--metric", "expected-maxrr", "--clicks",
              "perfect"})
            .code == 0);
}

TEST_CASE("errors have one line and the exit code") {
  const Files files;
  const std::string model = files.folder.write(
      "m.json", R"({"model": "linear", "features": 1, "parameters": [1],
                    "first_index": 1, "normalize": "none"})");
  const std::string other = files.folder.write("o.qrels", "z 0 a 1\n");
  struct Case {
    std::vector<std::string> arguments;
    int code;
    std::string what;
  };
  const std::vector<Case> cases = {
      {{}, 2, "expected a TREC run or a model, and judgements"},
      {{files.run}, 2, "expected a TREC run or a model, and judgements"},
      {{"--run", files.run, "--model", model, files.qrels},
       2,
       "give only one of"},
      {{files.run, files.qrels, "--metric", "ndgc"}, 2, "--metric ndgc: unkn"},
      {{files.run, files.qrels, "--metric", "bpref@3"}, 2, "over the whole l"},
      {{files.run, files.qrels, "--metric", "map,map"}, 2, "occurs twice"},
      {{files.run, files.qrels, "--conventions", "trec"},
       2,
       "--conventions: u"},
      {{files.run, files.qrels, "--gain", "log"},
       2,
       "--gain log: expected one"},
      {{files.run, files.qrels, "--ties", "any"}, 2, "--ties any: expected"},
      {{files.run, files.qrels, "--empty", "2"}, 2, "--empty 2: expected one"},
      {{files.run, files.qrels, "--counted", "x"}, 2, "--counted x: expected"},
      {{files.run, files.qrels, "--err-grade", "0"}, 2, "--err-grade 0: exp"},
      {{files.run, files.qrels, "--err-grade", "2"}, 2, "below the highest"},
      {{files.run, files.qrels, "--format", "csv"},
       2,
       "--format csv: expected"},
      {{files.run, files.qrels, "--client", "1"}, 2, "--client needs a"},
      {{files.run, files.qrels, "--clicks", "me"}, 2, "--clicks: unknown name"},
      {{"no.run", files.qrels}, 3, "no.run: can't be opened"},
      {{files.run, "no.qrels"}, 3, "no.qrels: there is no such file"},
      {{files.qrels, files.qrels}, 3, "q.qrels:1: 4 words; expected 'query Q0"},
      {{files.run, files.run}, 3, "r.run:1: 6 words; expected 'query iterat"},
      {{files.run, other}, 3, "have no query in common"},
      {{files.run, files.qrels, files.qrels},
       3,
       "is also judged in another file"},
      {{model, files.qrels}, 3, "a model ranks LETOR files"},
      {{model, "no.txt"}, 3, "no.txt: there is no such file"},
      {{model, files.qrels, "--clicks", "perfect"}, 2, "--clicks needs a"},
      {{model, files.folder.write("l.txt", "1 qid:1 1:1\n"), "--metric",
        "judged@3"},
       2,
       "is 1 for rows, which all have a label"},
      {{model, files.folder.write("l.txt", "1 qid:1 1:1\n"),
        "--ignore-identical-ids"},
       2,
       "needs a run or a folder of texts"},
      {{model, files.folder.write("b.txt", "1 qid:1 2:1\n")}, 3, "b.txt:1: fe"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const Outcome outcome = eval(each.arguments);
    CHECK_MESSAGE(outcome.code == each.code, outcome.err);
    has(outcome.err, each.what);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
  }
}

TEST_CASE("the conventions are listed, and eval has a usage line") {
  const Outcome list = fedltr_command({"list", "conventions"});
  CHECK(list.code == 0);
  has(list.out, "trec_eval-c");
  has(list.out, "(--conventions of fedltr eval)");
  const Outcome help = eval({"--help"});
  CHECK(help.code == 0);
  has(help.out, "fedltr eval RUN QRELS");
}

}  // namespace fedltr::eval_command_test
