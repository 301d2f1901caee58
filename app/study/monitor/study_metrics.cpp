#include "app/study/monitor/study_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {
namespace {

MetricsText::Labels labels_of(const PlannedRun& run) {
  return {{"point", run.point},
          {"fold", std::to_string(run.fold)},
          {"repeat", std::to_string(run.repeat)}};
}

using Value = std::uint64_t (*)(const RoundRecord&);

/// A counter summed over all runs of this invocation.
struct Total {
  const char* name;
  const char* help;
  MetricsText::Labels labels;
  Value value;
};

const std::vector<Total>& totals() {
  static const std::vector<Total> table = {
      {"fedltr_interactions_total",
       "Searches of all clients.",
       {},
       [](const RoundRecord& last) { return last.interactions; }},
      {"fedltr_updates_failed_total",
       "Updates that never came or came too late (dropped), or were invalid "
       "(refused).",
       {{"why", "dropped"}},
       [](const RoundRecord& last) { return last.dropped; }},
      {"fedltr_updates_failed_total",
       "",
       {{"why", "refused"}},
       [](const RoundRecord& last) { return last.refused; }},
      {"fedltr_bytes_total",
       "Bytes from clients (up) and to them (down).",
       {{"direction", "up"}},
       [](const RoundRecord& last) { return last.bytes_up; }},
      {"fedltr_bytes_total",
       "",
       {{"direction", "down"}},
       [](const RoundRecord& last) { return last.bytes_down; }}};
  return table;
}

}  // namespace

StudyMetrics::StudyMetrics(const std::filesystem::path& file, std::string study)
    : file_(file), process_(std::move(study)) {
  file_.write(text());
}

StudyMetrics::~StudyMetrics() {
  process_.running = false;
  file_.try_to_write(text());
}

void StudyMetrics::begin(const PlannedStudy& study) {
  const std::lock_guard lock(mutex_);
  for (const PlannedRun& run : study.runs)
    runs_.push_back({run, std::nullopt, false});
}

void StudyMetrics::take(std::uint32_t run, const RoundRecord& record) {
  auto& last = runs_.at(run).last.emplace(record);
  last.rejected = {};  // may be long
}

void StudyMetrics::add_round(std::uint32_t run, const RoundRecord& record) {
  const std::lock_guard lock(mutex_);
  take(run, record);
  write_if_due();
}

void StudyMetrics::end_run(std::uint32_t run, const Ending& end) {
  if (!end.final()) return;
  const std::lock_guard lock(mutex_);
  // It has no other record if it is of a silo or ended earlier.
  if (end.last && !runs_.at(run).last) take(run, *end.last);
  runs_.at(run).ended = true;
  if (end.earlier) return;
  ended_last_ = run;
  write_if_due();
}

void StudyMetrics::add_checkpoint() {
  const std::lock_guard lock(mutex_);
  checkpoint_ = unix_time();
  write_if_due();
}

void StudyMetrics::set_nodes(std::size_t nodes) {
  const std::lock_guard lock(mutex_);
  nodes_ = nodes;
  file_.try_to_write(text());
}

void StudyMetrics::watch_refused(
    const std::shared_ptr<const std::atomic<std::uint64_t>>& refused) {
  const std::lock_guard lock(mutex_);
  refused_ = refused;
}

void StudyMetrics::watch_certificates(CertificateEnds certificates) {
  const std::lock_guard lock(mutex_);
  process_.certificates = std::move(certificates);
}

void StudyMetrics::complete() {
  const std::lock_guard lock(mutex_);
  process_.complete = true;
}

void StudyMetrics::write_if_due() {
  if (file_.is_due()) file_.try_to_write(text());
}

bool StudyMetrics::is_shown(std::size_t run) const {
  return runs_[run].last && (!runs_[run].ended || run == ended_last_);
}

std::string StudyMetrics::text() const {
  MetricsText text = process_.text();
  add_study(text);
  add_runs(text);
  add_totals(text);
  return text.text();
}

void StudyMetrics::add_study(MetricsText& text) const {
  const auto ended = std::ranges::count(runs_, true, &State::ended);
  text.begin("fedltr_runs", "gauge",
             "Runs of the study by state; waiting: no round is evaluated yet.");
  const auto begun = std::ranges::count_if(
      runs_, [](const State& each) { return each.last && !each.ended; });
  text.add({{"state", "waiting"}},
           static_cast<double>(std::ssize(runs_) - begun - ended));
  text.add({{"state", "running"}}, static_cast<double>(begun));
  text.add({{"state", "ended"}}, static_cast<double>(ended));
  if (nodes_)
    add_gauge(text, "fedltr_nodes", "Nodes that have joined.",
              static_cast<double>(*nodes_));
  if (refused_)
    add_refused(text, "fedltr_connections_refused_total", *refused_);
  if (checkpoint_)
    add_gauge(text, "fedltr_checkpoint_time_seconds",
              "Unix time of the last checkpoint.", *checkpoint_);
}

void StudyMetrics::add_runs(MetricsText& text) const {
  const auto each_run = [&](const char* name, const char* help, auto&& add) {
    text.begin(name, "gauge", help);
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (is_shown(i)) add(runs_[i]);
  };
  each_run("fedltr_round", "Rounds of training so far.",
           [&](const State& each) {
             text.add(labels_of(each.run), each.last->round);
           });
  each_run("fedltr_rounds_planned", "Rounds the run will have.",
           [&](const State& each) {
             text.add(labels_of(each.run),
                      static_cast<double>(each.run.rounds));
           });
  each_run("fedltr_metric", "Offline metric of the model.",
           [&](const State& each) {
             const auto& values = each.last->metrics;
             for (std::size_t m = 0; m < values.size(); ++m) {
               auto labels = labels_of(each.run);
               labels.emplace_back("name", each.run.metrics.at(m));
               text.add(labels, values[m]);
             }
           });
  each_run("fedltr_epsilon",
           "Accounted epsilon of the client with the most releases; absent if "
           "unbounded.",
           [&](const State& each) {
             if (std::isfinite(each.last->epsilon))
               text.add(labels_of(each.run), each.last->epsilon);
           });
}

/// Silos have no such counters.
void StudyMetrics::add_totals(MetricsText& text) const {
  if (std::ranges::none_of(runs_, [](const State& each) {
        return each.last && each.last->interactions > 0;
      }))
    return;
  std::string name;
  for (const Total& total : totals()) {
    double sum = 0;
    for (const State& each : runs_)
      if (each.last) sum += static_cast<double>(total.value(*each.last));
    if (std::exchange(name, total.name) != total.name)
      text.begin(total.name, "counter", total.help);
    text.add(total.labels, sum);
  }
}

}  // namespace fedltr
