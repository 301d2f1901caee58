#include "app/study/stream/study_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <ostream>

#include "app/base/json_members.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

Json point_json(const PlannedPoint& point) {
  Json settings = Json::object();
  for (const auto& [key, value] : point.settings) settings[key] = value;
  return {{"point", point.name},
          {"settings", settings},
          {"baseline", point.baseline}};
}

/// Returns the columns of rounds.csv without fold and repeat.
RoundColumns columns_of(const PlannedRun& run) {
  RoundColumns columns = round_columns(run.metrics);
  std::erase_if(columns, [](const auto& column) {
    return column.name == "fold" || column.name == "repeat";
  });
  return columns;
}

/// Returns a record's members, with null for nan and inf. Numbers are spelled
/// as in rounds.csv.
Json round_json(const RoundColumns& columns, const RoundRecord& record) {
  static const Run kNoRun{};
  Json json;
  for (const auto& column : columns) {
    std::string cell;
    column.value({kNoRun, record}).append_to(cell, ',');
    const Json number = json_if_valid(cell);
    json[column.name] = number.is_number() ? number : Json(nullptr);
  }
  return json;
}

Json metrics_json(const PlannedRun& run, const std::vector<double>& values) {
  Json json;
  for (std::size_t m = 0; m < values.size(); ++m)
    json[run.metrics[m]] = json_number(values[m]);
  return json;
}

}  // namespace

StudyStream::StudyStream(std::ostream& out) : out_(out) {}

void StudyStream::begin(const PlannedStudy& study) {
  study_ = study;
  for (const PlannedRun& run : study_.runs)
    lines_.emplace_back().columns = columns_of(run);
  Json points = Json::array();
  for (const PlannedPoint& point : study_.points)
    points.push_back(point_json(point));
  write(json_line({{"event", "study"},
                   {"name", study_.name},
                   {"folder", study_.folder.string()},
                   {"points", points},
                   {"runs", study_.runs.size()}}));
}

void StudyStream::find_ended() {
  std::vector<PointEnd> ends;
  for (const PlannedPoint& point : study_.points) {
    if (point.baseline) continue;
    const auto file = study_.folder / point.name / "summary.json";
    const Json json = result_json(file);
    const JsonMembers summary(json, file.string());
    ends.push_back({point.name, summary.flag("complete"),
                    summary.has("signature") ? summary.text("signature") : ""});
  }
  end_study(ends);
}

void StudyStream::resume(std::uint32_t run, std::uint64_t after) {
  lines_[run].resumed_after = after;
}

void StudyStream::add_round(std::uint32_t run, const RoundRecord& record) {
  add(run, "round", round_json(lines_[run].columns, record));
  pass_on();
}

void StudyStream::end_run(std::uint32_t run, const RunEnd& end) {
  const PlannedRun& about = study_.runs[run];
  Json json = {{"complete", end.complete},
               {"budget_spent", end.budget_spent},
               {"final", nullptr}};
  if (end.last && end.methods.empty())
    json["final"] = round_json(lines_[run].columns, *end.last);
  else if (end.last)
    json["final"] = metrics_json(about, end.last->metrics);
  for (const auto& [method, values] : end.methods)
    json["methods"][method] = metrics_json(about, values);
  add(run, "run-end", json);
  lines_[run].ended = true;
  pass_on();
}

void StudyStream::end_study(const std::vector<PointEnd>& points) {
  for (Lines& lines : lines_) lines.ended = true;
  pass_on();
  Json ends = Json::array();
  for (const PointEnd& point : points)
    ends.push_back({{"point", point.name},
                    {"complete", point.complete},
                    {"signature", point.signature}});
  const auto wanted =
      std::ranges::count(study_.points, false, &PlannedPoint::baseline);
  const bool all = std::ssize(points) == wanted &&
                   std::ranges::all_of(points, &PointEnd::complete);
  write(
      json_line({{"event", "study-end"}, {"complete", all}, {"points", ends}}));
}

Json StudyStream::identify(std::uint32_t run, const char* event) const {
  const PlannedRun& about = study_.runs[run];
  return {{"event", event},
          {"point", about.point},
          {"fold", about.fold},
          {"repeat", about.repeat}};
}

void StudyStream::add(std::uint32_t run, const char* event,
                      const Json& members) {
  Lines& lines = lines_[run];
  if (!std::exchange(lines.begun, true)) {
    Json first = identify(run, "run");
    first["rounds"] = study_.runs[run].rounds;
    first["resumed_after"] =
        lines.resumed_after ? Json(*lines.resumed_after) : Json(nullptr);
    lines.waiting.push_back(json_line(first));
  }
  Json json = identify(run, event);
  json.update(members);
  lines.waiting.push_back(json_line(json));
}

/// Writes the lines that need not wait.
void StudyStream::pass_on() {
  for (; turn_ < lines_.size(); ++turn_) {
    Lines& lines = lines_[turn_];
    for (const std::string& line : lines.waiting) write(line);
    lines.waiting = {};
    if (!lines.ended) return;
  }
}

void StudyStream::write(std::string_view line) {
  if (gone_) return;
  out_ << line << '\n' << std::flush;
  gone_ = !out_;
  // A reader that stops reading is no error. A full disk is one, which remains
  // in the stream's state.
  if (gone_ && errno == EPIPE) out_.clear();
}

}  // namespace fedltr
