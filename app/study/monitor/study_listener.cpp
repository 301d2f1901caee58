#include "app/study/monitor/study_listener.hpp"

namespace fedltr {

void StudyListeners::begin(std::vector<MonitoredRun> runs) {
  for (StudyListener* each : all_) each->begin(runs);
}

void StudyListeners::take_ended(std::uint32_t run, const RoundRecord& last) {
  for (StudyListener* each : all_) each->take_ended(run, last);
}

void StudyListeners::add_round(std::uint32_t run, const RoundRecord& record) {
  for (StudyListener* each : all_) each->add_round(run, record);
}

void StudyListeners::end_run(std::uint32_t run) {
  for (StudyListener* each : all_) each->end_run(run);
}

void StudyListeners::add_checkpoint() {
  for (StudyListener* each : all_) each->add_checkpoint();
}

void StudyListeners::set_nodes(std::size_t nodes) {
  for (StudyListener* each : all_) each->set_nodes(nodes);
}

void StudyListeners::watch_refused(
    const std::shared_ptr<const std::atomic<std::uint64_t>>& refused) {
  for (StudyListener* each : all_) each->watch_refused(refused);
}

void TellingObserver::on_round(std::uint32_t run, const RoundRecord& record) {
  observer_.on_round(run, record);
  listener_.add_round(run, record);
}

void TellingObserver::on_finished(std::uint32_t run, RunResult result) {
  const bool ended = result.final();
  observer_.on_finished(run, std::move(result));
  if (ended) listener_.end_run(run);
}

void TellingObserver::on_checkpoint(std::uint32_t run, std::uint32_t round,
                                    const std::string& bytes) {
  observer_.on_checkpoint(run, round, bytes);
  listener_.add_checkpoint();
}

void TellingObserver::on_checkpoint_due() {
  observer_.on_checkpoint_due();
}

}  // namespace fedltr
