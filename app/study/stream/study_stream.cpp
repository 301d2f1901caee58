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

/// Returns the columns of rounds.csv without fold and repeat, with names as in
/// JSON.
RoundColumns columns_of(const PlannedRun& run) {
  RoundColumns columns = round_columns(run.metrics);
  std::erase_if(columns, [](const auto& column) {
    return column.name == "fold" || column.name == "repeat";
  });
  for (auto& column : columns) column.name = json_line(column.name);
  return columns;
}

/// Returns an object's members as text, each after a comma.
std::string members_of(const Json& object) {
  std::string text = json_line(object);
  text.front() = ',';
  text.pop_back();
  return text;
}

/// Returns a record's members in the same way, with null for nan and inf.
/// Numbers are spelled as in rounds.csv.
std::string members_of(const RoundColumns& columns, const RoundRecord& record) {
  static const Run kNoRun{};
  std::string text;
  for (const auto& column : columns) {
    text += ',' + column.name + ':';
    const std::size_t number = text.size();
    column.value({kNoRun, record}).append_to(text, ',');
    if (text.ends_with("nan") || text.ends_with("inf"))
      text.replace(number, std::string::npos, "null");
  }
  return text;
}

/// Returns the object with these members.
std::string object_of(std::string members) {
  members.front() = '{';
  return members += '}';
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
  for (const PlannedRun& run : study_.runs) {
    Lines& lines = lines_.emplace_back();
    lines.columns = columns_of(run);
    lines.identity = members_of(
        {{"point", run.point}, {"fold", run.fold}, {"repeat", run.repeat}});
  }
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
  add(run, "round", members_of(lines_[run].columns, record));
  pass_on();
}

void StudyStream::end_run(std::uint32_t run, const Ending& end) {
  const PlannedRun& about = study_.runs[run];
  std::string last = "null";
  if (end.last && end.methods.empty())
    last = object_of(members_of(lines_[run].columns, *end.last));
  else if (end.last)
    last = json_line(metrics_json(about, end.last->metrics));
  std::string members = members_of(
      {{"complete", end.complete}, {"budget_spent", end.budget_spent}});
  members += ",\"final\":" + last;
  Json methods;
  for (const auto& [method, values] : end.methods)
    methods[method] = metrics_json(about, values);
  if (!methods.empty()) members += members_of({{"methods", methods}});
  add(run, "run-end", members);
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

/// @param members  of the line, each after a comma
void StudyStream::add(std::uint32_t run, const char* event,
                      const std::string& members) {
  Lines& lines = lines_[run];
  const auto put = [&](const std::string& name, const std::string& more) {
    lines.waiting.push_back("{\"event\":\"" + name + '"' + lines.identity +
                            more + '}');
  };
  if (!std::exchange(lines.begun, true))
    put("run", members_of({{"rounds", study_.runs[run].rounds},
                           {"resumed_after", lines.resumed_after
                                                 ? Json(*lines.resumed_after)
                                                 : Json(nullptr)}}));
  put(event, members);
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
