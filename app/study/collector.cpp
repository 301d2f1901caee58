#include "app/study/collector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/core/archive.hpp"

namespace fedltr {

void FederationCheckpoint::exchange(Archive& archive) {
  bool ended = !snapshot;
  archive(round, ended);
  if (ended) return archive(result);
  std::string bytes = snapshot ? *snapshot : "";
  archive(bytes);
  if (archive.reading())
    snapshot = std::make_shared<const std::string>(std::move(bytes));
}

Collector::Collector(const std::vector<PlannedRun>& runs,
                     std::vector<RunResult*> results, Checkpoints checkpoints,
                     bool at_once)
    : runs_(runs),
      checkpoints_(checkpoints),
      at_once_(at_once),
      results_(std::move(results)),
      watches_(runs_.size()),
      first_round_(runs_.size(), 0) {}

std::function<void(Phase)> Collector::watch(std::uint32_t run) {
  watches_[run] = std::make_shared<PhaseWatch>();
  return [watch = watches_[run]](Phase phase) { watch->enter(phase); };
}

void Collector::resume(std::uint32_t run, FederationCheckpoint checkpoint) {
  first_round_[run] = checkpoint.round;
  if (!checkpoint.snapshot) *results_[run] = std::move(checkpoint.result);
}

const RunResult& Collector::add(std::uint32_t run, RunResult result) {
  if (watches_[run]) watches_[run]->fill(result);
  if (result.final()) unkept_.insert(run);
  *results_[run] = std::move(result);
  if (at_once_) keep_finished();
  return *results_[run];
}

bool Collector::save(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) {
  FederationCheckpoint checkpoint;
  checkpoint.round = round;
  checkpoint.snapshot = std::make_shared<const std::string>(bytes);
  return save(run, checkpoint);
}

void Collector::keep_finished() {
  for (const std::uint32_t run : std::exchange(unkept_, {})) {
    FederationCheckpoint checkpoint;
    checkpoint.result = std::move(*results_[run]);
    checkpoint.round = checkpoint.result.rounds.back().round;
    if (!save(run, checkpoint)) unkept_.insert(run);
    *results_[run] = std::move(checkpoint.result);
  }
}

bool Collector::save(std::uint32_t run, FederationCheckpoint& checkpoint) {
  const PlannedRun& place = runs_[run];
  return writer_.save(*checkpoints_[place.folder], run, place.fold,
                      place.repeat, checkpoint,
                      "run " + std::to_string(run) + " after round " +
                          std::to_string(checkpoint.round));
}

std::uint64_t Collector::interactions() const {
  double sum = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    if (results_[run]->rounds.empty()) continue;
    // All rounds have equal numbers of interactions.
    const RoundRecord& last = results_[run]->rounds.back();
    const double done = last.round - std::min(last.round, first_round_[run]);
    if (last.round > 0)
      sum += static_cast<double>(last.interactions) * done / last.round;
  }
  return static_cast<std::uint64_t>(std::llround(sum));
}

}  // namespace fedltr
