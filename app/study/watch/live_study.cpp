#include "app/study/watch/live_study.hpp"

namespace fedltr {

void LiveProgress::add(const RoundRecord& record) {
  last = record;
  last.rejected = {};  // may be long
  begun = true;
  if (record.round % stride != 0) return;
  rounds.push_back({record.round, record.interactions, record.metrics});
  while (rounds.size() >= kMaxRounds) {
    stride *= 2;
    std::erase_if(rounds,
                  [&](const Round& each) { return each.round % stride != 0; });
  }
}

void LiveStudy::begin(const PlannedStudy& study) {
  const std::lock_guard lock(mutex_);
  for (const PlannedRun& run : study.runs)
    state_.runs.push_back({.run = run, .last = {}});
  start_ = Clock::now();
  ++version_;
}

void LiveStudy::add_round(std::uint32_t run, const RoundRecord& record) {
  const std::lock_guard lock(mutex_);
  state_.runs.at(run).add(record);
  ++version_;
}

void LiveStudy::end_run(std::uint32_t run, const Ending& end) {
  if (!end.final()) return;
  const std::lock_guard lock(mutex_);
  LiveProgress& live = state_.runs.at(run);
  // It has no other record if it is of a silo or ended earlier.
  if (end.last && !live.begun) live.add(*end.last);
  live.ended = true;
  ++version_;
}

void LiveStudy::set_nodes(std::size_t nodes) {
  const std::lock_guard lock(mutex_);
  state_.nodes = nodes;
  ++version_;
}

void LiveStudy::end(const std::string& how) {
  const std::lock_guard lock(mutex_);
  if (!state_.end.empty()) return;
  state_.seconds = seconds_gone();
  state_.end = how;
  ++version_;
}

std::uint64_t LiveStudy::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

LiveStudy::State LiveStudy::state() const {
  const std::lock_guard lock(mutex_);
  State state = state_;
  if (state.end.empty()) state.seconds = seconds_gone();
  return state;
}

}  // namespace fedltr
