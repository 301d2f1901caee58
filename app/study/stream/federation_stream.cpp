#include "app/study/stream/federation_stream.hpp"

#include "app/base/json.hpp"

namespace fedltr {
namespace {

/// Returns the columns of rounds.csv without fold and repeat.
RoundColumns columns_of(const Run& run) {
  std::vector<std::string> metrics;
  for (const auto& metric : run.plan.evaluation->metrics())
    metrics.push_back(metric.name);
  RoundColumns columns = round_columns(metrics);
  std::erase_if(columns, [](const auto& column) {
    return column.name == "fold" || column.name == "repeat";
  });
  return columns;
}

/// Returns a round's members, with null for nan and inf.
Json round_json(const RoundColumns& columns, const Run& run,
                const RoundRecord& record) {
  Json json;
  for (const auto& column : columns) {
    std::string cell;
    column.value({run, record}).append_to(cell, ',');
    const Json number = json_if_valid(cell);
    json[column.name] = number.is_number() ? number : Json(nullptr);
  }
  return json;
}

}  // namespace

Json run_end_json(const Run& run, const RunResult& result) {
  return {{"complete", result.complete},
          {"budget_spent", result.budget_spent},
          {"final", result.rounds.empty() ? Json(nullptr)
                                          : round_json(columns_of(run), run,
                                                       result.rounds.back())}};
}

FederationStream::FederationStream(StudyStream& stream, Observer& observer,
                                   std::vector<const Run*> runs)
    : stream_(stream), observer_(observer), runs_(std::move(runs)) {
  for (const Run* run : runs_) columns_.push_back(columns_of(*run));
}

void FederationStream::on_round(std::uint32_t run, const RoundRecord& record) {
  observer_.on_round(run, record);
  stream_.add_round(run, round_json(columns_[run], *runs_[run], record));
}

void FederationStream::on_finished(std::uint32_t run, RunResult result) {
  const Json end = run_end_json(*runs_[run], result);
  observer_.on_finished(run, std::move(result));
  stream_.end_run(run, end);
}

void FederationStream::on_checkpoint(std::uint32_t run, std::uint32_t round,
                                     const std::string& bytes) {
  observer_.on_checkpoint(run, round, bytes);
}

void FederationStream::on_checkpoint_due() {
  observer_.on_checkpoint_due();
}

}  // namespace fedltr
