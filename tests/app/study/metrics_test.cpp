// `fedltr run` accepts the same metrics as `fedltr check`, in both kinds of
// study.
#include "algorithms/ranking/metrics.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::metrics_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFederation =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 5\ninteractions = 4\nrounds = 1\n";

/// Checks that a metric either runs and stands in the summary, or that both
/// `check` and `run` reject it.
/// @return true if it runs
bool runs(const char* text, const std::string& metric) {
  CAPTURE(metric);
  const TemporaryFolder folder;
  const std::string setting = "evaluation.metrics=" + metric;
  const Outcome checked =
      fedltr_command({"check", folder.write("s.ini", text), "--set", setting});
  const Outcome run = run_text(folder, text, "out", {setting, "run.repeats=1"});
  CHECK_MESSAGE(run.code == checked.code, run.err);
  if (run.code == 0) {
    CHECK(json_of(folder / "out/summary.json")["metrics"].contains(metric));
    return true;
  }
  CHECK(run.code == 2);
  has(checked.err, setting.substr(0, setting.find('=')) + " = " + metric);
  CHECK(run.err == checked.err);
  return false;
}

}  // namespace

TEST_CASE("every metric of labels runs in a federation, in full or cut off") {
  for (const auto& each : metrics()) {
    CAPTURE(each.name);
    const bool all_judged = each.traits.unjudged != Unjudged::kCount;
    CHECK(runs(kFederation, each.name) == all_judged);
  }
}

TEST_CASE("every metric either runs in a silo or is refused by check") {
  int refused = 0;
  for (const auto& each : metrics())
    for (const char* cutoff : {"", "@5"})
      refused += !runs(kTextSilo, each.name + cutoff);
  CHECK(refused > 0);
  has(complaint_about(kTextSilo, {"evaluation.metrics=err, expected-maxrr@10"}),
      "expected-maxrr@10 needs a user who clicks, and a [silo] has none");
}

TEST_CASE("check refuses synthetic texts that can't be made") {
  has(complaint_about(kTextSilo, {"synthetic.topics=41"}),
      "must be at least twenty times synthetic.topics");
  const TemporaryFolder folder;
  CHECK(run_text(folder, kTextSilo, "out",
                 {"synthetic.topics=40", "run.repeats=1"})
            .code == 0);
}

}  // namespace fedltr::metrics_test
