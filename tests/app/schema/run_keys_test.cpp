// Keys of [run], [evaluation] and [checkpoint].
#include <doctest/doctest.h>

#include "tests/support/keys.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::run_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("each key of a run sets what it names") {
  const auto run =
      unchecked_scenario({"run.name=n", "run.seed=3", "run.repeats=4",
                          "run.threads=5", "run.speedup=4, 1, 2",
                          "run.scaling=weak", "run.out=/out"})
          .run;
  CHECK(run.name == "n");
  CHECK(run.seed == 3);
  CHECK(run.repeats == 4);
  CHECK(run.threads == 5);
  CHECK(run.speedup == std::vector<std::size_t>{4, 1, 2});
  CHECK(run.weak);
  CHECK(run.out == "/out");
}

TEST_CASE("each key of evaluation sets what it names") {
  const auto evaluation =
      unchecked_scenario({"evaluation.metrics=map, ndcg@3",
                          "evaluation.every=7", "evaluation.on=validation",
                          "evaluation.empty=1", "evaluation.ties=trec",
                          "evaluation.err-grade=4",
                          "evaluation.relevant-from=2",
                          "evaluation.discount=0.5", "evaluation.layer=mean"})
          .evaluation;
  CHECK(evaluation.metrics == std::vector<std::string>{"map", "ndcg@3"});
  CHECK(evaluation.every == 7);
  CHECK(evaluation.on == EvaluateOn::kValidation);
  CHECK(evaluation.empty == EmptyQuery::kOne);
  CHECK(evaluation.ties == Ties::kTrec);
  CHECK(evaluation.err_grade == "4");
  CHECK(evaluation.relevant_from == 2);
  CHECK(evaluation.discount == 0.5);
  CHECK(evaluation.mean_layer);
  const auto selection =
      unchecked_scenario({"evaluation.validate=map", "evaluation.patience=3",
                          "evaluation.min-delta=0.5",
                          "evaluation.gains=0, 0.5, 3"})
          .evaluation;
  CHECK(selection.validate == "map");
  CHECK(selection.patience == 3);
  CHECK(selection.keep_best);  // the default with patience
  CHECK(selection.min_delta == 0.5);
  CHECK(selection.gains == std::vector<double>{0, 0.5, 3});
  CHECK_FALSE(
      unchecked_scenario({"evaluation.validate=map"}).evaluation.keep_best);
  check_needs(
      {"evaluation.keep", "evaluation.patience", "evaluation.min-delta"},
      {"evaluation.validate=map"});
  check_needs({"evaluation.layer"},
              {"federation.local=fedper", "ranker.model=neural"});
}

TEST_CASE("gains rise from grade to grade") {
  CHECK(refusal("evaluation.gains", "0, 1, 1, 7") == "");
  CHECK(refusal("evaluation.gains", "") == "");
  test::has(refusal("evaluation.gains", "0, 3, 1"), "do not fall");
  test::has(refusal("evaluation.gains", "0, -1"), "is no number from 0");
  test::has(refusal("evaluation.gains", "0, 1e101"), "from 0 to 1e100");
  test::has(refusal("evaluation.gains", "0, x"), "'x' is no number");
  test::has(refusal("evaluation.gains", "0, 0"), "above 0 for the highest");
  test::has(refusal("evaluation.validate", "ndcg10"), "'ndcg@10'");
}

TEST_CASE("checkpoints come by rounds and by seconds") {
  const auto checkpoint =
      unchecked_scenario({"checkpoint.every=9", "checkpoint.seconds=1.5",
                          "checkpoint.keep=no"})
          .checkpoint;
  CHECK(checkpoint.every == 9);
  CHECK(checkpoint.seconds == 1.5);
  CHECK_FALSE(checkpoint.keep);
  CHECK(unchecked_scenario({}).checkpoint.keep);
}

TEST_CASE("a run's name is one folder's in runs/, and leads nowhere else") {
  for (const std::string& name :
       {std::string("a"), std::string("figure-4.8 (b)"), std::string("..."),
        std::string("caf\xC3\xA9"), std::string(200, 'n')})
    CHECK(refusal("run.name", name) == "");
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string("a/b"),
        std::string("../../x"), std::string("/abs/path"), std::string("a\nb"),
        std::string("a\0b", 3), std::string(201, 'n')})
    CHECK(refusal("run.name", name) ==
          "expected a folder name of 1 to 200 bytes without '/': results are "
          "written to runs/NAME; run.out and --out name any other folder");
}

TEST_CASE("numbers of threads are 1 to 4096, each once") {
  CHECK(refusal("run.speedup", "1, 4096") == "");
  CHECK(refusal("run.speedup", "") == "");
  for (const char* text : {"0", "4097", "1, x", "1,,2"})
    CHECK(refusal("run.speedup", text) ==
          "expected numbers of threads 1 to 4096, e.g. 1, 2, 4");
  CHECK(refusal("run.speedup", "2, 1, 2") ==
        "expected each number of threads once");
}

TEST_CASE("metrics are known, have a cutoff of 1 or more, and are unique") {
  CHECK(refusal("evaluation.metrics", "ndcg, ndcg@1") == "");
  CHECK(refusal("evaluation.metrics", "") ==
        "expected at least one metric, e.g. ndcg@10");
  CHECK(refusal("evaluation.metrics", "ndcg@0") != "");
  CHECK(refusal("evaluation.metrics", "recal@10").find("'recall@10'") !=
        std::string::npos);
  CHECK(refusal("evaluation.metrics", "recall@10, bpref, map@5") == "");
  CHECK(refusal("evaluation.metrics", "judged@10") ==
        "'judged@10' is 1 where every row has a label; expected it in fedltr "
        "eval, of a TREC run and its judgements");
  CHECK(refusal("evaluation.metrics", "map, err, map") == "'map' occurs twice");
}

TEST_CASE("err's highest grade is the data's, the list's or 1 to 31") {
  for (const char* text : {"dataset", "list", "1", "31"})
    CHECK(refusal("evaluation.err-grade", text) == "");
  for (const char* text : {"0", "32", "data", "-1", ""})
    CHECK(refusal("evaluation.err-grade", text) ==
          "expected dataset, list or a grade 1 to 31");
}

TEST_CASE("lists of a run are set anew, not added to") {
  Scenario scenario = unchecked_scenario({"run.speedup=1, 2"});
  find_key("run.speedup")->set(scenario, {"3", {}});
  CHECK(scenario.run.speedup == std::vector<std::size_t>{3});
  find_key("evaluation.metrics")->set(scenario, {"err", {}});
  CHECK(scenario.evaluation.metrics == std::vector<std::string>{"err"});
}

TEST_CASE("scaling is of a speed-up") {
  check_needs({"run.scaling"}, {"run.speedup=1, 2"});
}

}  // namespace fedltr::run_keys_test
