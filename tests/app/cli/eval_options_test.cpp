#include "app/cli/eval_options.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::eval_options_test {
using namespace fedltr::test;

namespace {

EvalOptions options_of(const Arguments& arguments) {
  Command command = eval_command_options();
  std::ostringstream out;
  REQUIRE(command.parse(arguments, out));
  return read_eval_options(command);
}

/// Error for these arguments after a run and its judgements; empty if they are
/// accepted.
std::string complaint(Arguments more) {
  more.insert(more.begin(), {"r.run", "q.qrels"});
  return error_of<UsageError>([&] { options_of(more); });
}

/// Names of the metrics of a plan.
Arguments names_of(const EvalPlan& plan) {
  Arguments names;
  for (const NamedMetric& metric : plan.metrics) names.push_back(metric.name);
  return names;
}

std::string plan_fault(const EvalOptions& options,
                       const std::optional<ModelEvaluation>& evaluation,
                       int grades) {
  return error_of<UsageError>([&] { eval_plan(options, evaluation, grades); });
}

}  // namespace

TEST_CASE("the first file is ranked, all others are judgements") {
  const EvalOptions plain = options_of({"r.run", "a.qrels", "b.qrels"});
  CHECK(plain.ranked == "r.run");
  CHECK(plain.judged == Arguments{"a.qrels", "b.qrels"});
  CHECK_FALSE(plain.is_model);
  const EvalOptions run =
      options_of({"a", "--run", "r.run", "--qrels", "b", "--data", "c"});
  CHECK(run.ranked == "r.run");
  CHECK(run.judged == Arguments{"a", "b", "c"});
  CHECK_FALSE(run.is_model);
  const EvalOptions model = options_of({"--model", "m.json", "c.txt"});
  CHECK(model.ranked == "m.json");
  CHECK(model.judged == Arguments{"c.txt"});
  CHECK(model.is_model);
}

TEST_CASE("options that were not given leave conventions and metrics open") {
  const EvalOptions none = options_of({"r", "q"});
  CHECK(none.metrics.empty());
  CHECK_FALSE(none.conventions);
  CHECK_FALSE(none.gain);
  CHECK_FALSE(none.ties);
  CHECK_FALSE(none.empty);
  CHECK_FALSE(none.counted);
  CHECK_FALSE(none.relevant_from);
  CHECK_FALSE(none.err_grade);
  CHECK_FALSE(none.clicks);
  CHECK_FALSE(none.client);
  CHECK_FALSE(none.per_query);
  CHECK(none.format == "text");
  CHECK(none.split == "test");
}

TEST_CASE("each option is what was given") {
  const EvalOptions all = options_of({"r",
                                      "q",
                                      "--metric",
                                      "map,p@5",
                                      "--metric",
                                      "mrr",
                                      "--gain",
                                      "linear",
                                      "--ties",
                                      "trec",
                                      "--empty",
                                      "1",
                                      "--counted",
                                      "judged",
                                      "--relevant-from",
                                      "31",
                                      "--client",
                                      "4294967295",
                                      "--err-grade",
                                      "list",
                                      "--clicks",
                                      "perfect",
                                      "--format",
                                      "tsv",
                                      "--per-query",
                                      "--split",
                                      "dev",
                                      "--conventions",
                                      "ranklib"});
  CHECK(all.metrics == Arguments{"map", "p@5", "mrr"});
  CHECK(all.gain == Gain::kLinear);
  CHECK(all.ties == Ties::kTrec);
  CHECK(all.empty == EmptyQuery::kOne);
  CHECK(all.counted == Counted::kJudged);
  CHECK(all.relevant_from == 31);
  CHECK(all.client == 4294967295);
  CHECK(all.err_grade == "list");
  CHECK(all.clicks == "perfect");
  CHECK(all.format == "tsv");
  CHECK(all.per_query);
  CHECK(all.split == "dev");
  CHECK(all.conventions == "ranklib");
}

TEST_CASE("values out of an option's range are refused with the range") {
  CHECK(complaint({}) == "");
  CHECK(complaint({"--relevant-from", "0"}) ==
        "--relevant-from 0: expected a number above 0");
  CHECK(complaint({"--relevant-from", "nan"}) ==
        "--relevant-from nan: expected a number above 0");
  CHECK(complaint({"--err-grade", "32"}) ==
        "--err-grade 32: expected an integer 1 to 31");
  CHECK(complaint({"--err-grade", "31"}) == "");
  CHECK(complaint({"--err-grade", "dataset"}) == "");
  CHECK(complaint({"--client", "4294967296"}) ==
        "--client 4294967296: expected an integer 0 to 4294967295");
  CHECK(complaint({"--gain", "log"}) ==
        "--gain log: expected one of exponential, linear");
  CHECK(complaint({"--gain", "0,1,x"}) ==
        "--gain 0,1,x: 'x' is no number from "
        "0 to 1e100");
  has(complaint({"--gain", "3,1"}), "gains that do not fall");
  CHECK(complaint({"--ties", ""}) == "--ties : expected one of input, trec");
  CHECK(complaint({"--empty", "2"}) == "--empty 2: expected one of skip, 0, 1");
  CHECK(complaint({"--counted", "all"}) ==
        "--counted all: expected one of ranked, judged");
  CHECK(complaint({"--metric", "map", "--metric", "p@1,map"}) ==
        "--metric map: occurs twice");
  has(complaint({"--conventions", "trec"}), "--conventions: unknown");
  has(complaint({"--clicks", "me"}), "--clicks: unknown");
}

TEST_CASE("a ranking has one source") {
  CHECK(complaint({"--run", "r", "--model", "m"}) ==
        "--run and --model: give only one of them");
  CHECK(complaint({"--run", "r", "--method", "bm25"}) ==
        "--run: a TREC run is ranked already; --feature and --method can't be "
        "used with it");
  for (const Arguments& few : {Arguments{}, {"r"}, {"--run", "r"}})
    CHECK_THROWS_WITH_AS(options_of(few),
                         doctest::Contains("expected a TREC run or a model, "
                                           "and judgements: fedltr eval"),
                         UsageError);
}

TEST_CASE("a plan without a choice has the usual metrics and conventions") {
  const EvalPlan plan = eval_plan(options_of({"r", "q"}), std::nullopt, 5);
  CHECK(names_of(plan) == Arguments{"ndcg@10", "map", "mrr", "p@10"});
  CHECK(plan.conventions.gain == Gain::kExponential);
  CHECK(plan.conventions.empty == EmptyQuery::kSkip);
  CHECK(plan.conventions.ties == Ties::kInput);
  CHECK(plan.conventions.counted == Counted::kJudged);
}

TEST_CASE("a plan is the model's own, except for given options") {
  ModelEvaluation own;
  own.metrics = {"err@5", "mrr"};
  own.empty = EmptyQuery::kOne;
  own.ties = Ties::kTrec;
  own.options.relevant_from = 2;
  const EvalPlan plan = eval_plan(options_of({"m", "d"}), own, 5);
  CHECK(names_of(plan) == own.metrics);
  CHECK(plan.conventions.empty == EmptyQuery::kOne);
  CHECK(plan.conventions.ties == Ties::kTrec);
  CHECK(plan.metrics[1].relevant_from == 2);
  const EvalPlan other =
      eval_plan(options_of({"m", "d", "--metric", "map", "--empty", "0",
                            "--ties", "input", "--relevant-from", "3"}),
                own, 5);
  CHECK(names_of(other) == Arguments{"map"});
  CHECK(other.conventions.empty == EmptyQuery::kZero);
  CHECK(other.conventions.ties == Ties::kInput);
  CHECK(other.metrics[0].relevant_from == 3);
  // A program's conventions replace all of the model's.
  const EvalPlan named =
      eval_plan(options_of({"m", "d", "--conventions", "foltr"}), own, 5);
  CHECK(named.conventions.empty == EmptyQuery::kSkip);
  CHECK(named.conventions.ties == Ties::kInput);
}

TEST_CASE("gains of one's own cover all grades, and replace the model's") {
  const auto own = options_of({"r", "q", "--gain", "0,1,3"});
  CHECK(own.gains == std::vector<double>{0, 1, 3});
  CHECK(plan_fault(own, std::nullopt, 3) == "");
  CHECK(plan_fault(own, std::nullopt, 4) ==
        "--gain has 3 gains, the data has 4 grades; --gain names others");
  ModelEvaluation model;
  model.options.gains = {0, 1};
  CHECK(plan_fault(options_of({"m", "d"}), model, 3)
            .starts_with("the model's evaluation.gains has 2 gains"));
  CHECK(plan_fault(own, model, 3) == "");
}

TEST_CASE("grades of err and clicks are held against those of the data") {
  const auto grade = [](const std::string& value, int grades) {
    return plan_fault(options_of({"r", "q", "--err-grade", value}),
                      std::nullopt, grades);
  };
  CHECK(grade("4", 5) == "");
  CHECK(grade("3", 5) == "--err-grade 3: is below the highest grade, 4");
  CHECK(grade("list", 5) == "");
  CHECK(grade("dataset", 5) == "");
  CHECK(grade("dataset", 0) ==
        "--err-grade dataset: the model file has no grades; give a number");
  const auto clicked = [](const Arguments& more, int grades) {
    Arguments all = {"r", "q", "--metric", "expected-maxrr"};
    all.insert(all.end(), more.begin(), more.end());
    return plan_fault(options_of(all), std::nullopt, grades);
  };
  CHECK(clicked({"--clicks", "perfect"}, 3) == "");
  CHECK(clicked({}, 3) ==
        "--metric expected-maxrr: needs a user: give --clicks, see fedltr "
        "list clicks");
}

}  // namespace fedltr::eval_options_test
