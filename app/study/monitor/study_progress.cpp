#include "app/study/monitor/study_progress.hpp"

namespace fedltr {

void StudyProgress::begin(const PlannedStudy& study) {
  std::uint64_t rounds = 0;
  for (const PlannedRun& run : study.runs) {
    const auto number = static_cast<std::uint32_t>(runs_.size());
    State& state = runs_.emplace_back();
    if (!shard_ || shard_->holds(number)) state.rounds = run.rounds;
    if (!run.metrics.empty()) state.metric = run.metrics[0];
    rounds += state.rounds;
  }
  bar_.emplace(rounds);
}

void StudyProgress::resume(std::uint32_t run, std::uint64_t after) {
  runs_[run].last = after;
  bar_->leave_out(after);
}

void StudyProgress::add_round(std::uint32_t run, const RoundRecord& record) {
  if (!plotted_ || runs_[*plotted_].ended) {
    plotted_ = run;
    bar_->begin_curve(runs_[run].metric);
  }
  if (run == plotted_ && !record.metrics.empty())
    bar_->add_to_curve(record.metrics[0]);
  bar_->advance(record.round - runs_[run].last);
  runs_[run].last = record.round;
}

void StudyProgress::end_run(std::uint32_t run, const Ending& end) {
  runs_[run].ended = true;
  if (end.earlier) bar_->leave_out(runs_[run].rounds - runs_[run].last);
}

}  // namespace fedltr
