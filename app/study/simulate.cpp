#include "app/study/simulate.hpp"

#include "app/base/processors.hpp"
#include "app/base/scratch_folder.hpp"
#include "app/study/driver.hpp"
#include "app/study/points.hpp"

namespace fedltr {
namespace {

/// Keeps the result of a run and passes its rounds on.
class ResultKeeper final : public Observer {
 public:
  ResultKeeper(Run& run, const OnRound& on_round)
      : run_(run), on_round_(on_round) {}

  void on_round(std::uint32_t, const RoundRecord& record) override {
    on_round_(run_, record);
  }
  void on_finished(std::uint32_t, RunResult result) override {
    run_.result = std::move(result);
  }

 private:
  Run& run_;
  const OnRound& on_round_;
};

}  // namespace

std::vector<Run> simulate(const Scenario& scenario, const OnRound& on_round,
                          Interrupt& interrupt) {
  const ScratchFolder folder;
  std::vector<Point> points(1);
  points[0].described.scenario = scenario;
  points[0].folder = folder.path();
  load_points(points);
  const std::size_t threads = threads_or_all(scenario.run.threads);
  std::vector<Run> runs;
  for (Run& run : points[0].runs) {
    run.plan.checkpoint = {};
    Run& each = runs.emplace_back(std::move(run));
    ResultKeeper observer(each, on_round);
    const FederationOutcome outcome =
        run_federations({&each.plan, 1}, threads, observer, interrupt);
    throw_failure(outcome, scenario.run.name);
    if (outcome.interrupted) break;
  }
  return runs;
}

}  // namespace fedltr
