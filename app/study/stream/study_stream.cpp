#include "app/study/stream/study_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <ostream>

#include "app/base/files.hpp"
#include "app/base/json.hpp"

namespace fedltr {
namespace {

Json point_json(const StreamedPoint& point) {
  Json settings = Json::object();
  for (const auto& [key, value] : point.settings) settings[key] = value;
  return {{"point", point.name},
          {"settings", settings},
          {"baseline", point.baseline}};
}

}  // namespace

StudyStream::StudyStream(std::ostream& out) : out_(out) {}

void StudyStream::begin(const std::string& study,
                        const std::filesystem::path& folder,
                        std::vector<StreamedPoint> points,
                        std::vector<StreamedRun> runs) {
  folder_ = folder;
  points_ = std::move(points);
  runs_ = std::move(runs);
  lines_.resize(runs_.size());
  Json all = Json::array();
  for (const StreamedPoint& point : points_) all.push_back(point_json(point));
  write(json_line({{"event", "study"},
                   {"name", study},
                   {"folder", folder.string()},
                   {"points", all},
                   {"runs", runs_.size()}}));
}

void StudyStream::resume(std::uint32_t run, std::uint64_t after) {
  lines_[run].resumed_after = after;
}

void StudyStream::add_round(std::uint32_t run, const Json& members) {
  add(run, "round", members);
  pass_on();
}

void StudyStream::end_run(std::uint32_t run, const Json& members) {
  add(run, "run-end", members);
  lines_[run].ended = true;
  pass_on();
}

void StudyStream::end(const std::vector<StreamedEnd>& points) {
  for (Lines& lines : lines_) lines.ended = true;
  pass_on();
  Json ends = Json::array();
  for (const StreamedEnd& point : points)
    ends.push_back({{"point", point.name},
                    {"complete", point.complete},
                    {"signature", point.signature}});
  const auto wanted =
      std::ranges::count(points_, false, &StreamedPoint::baseline);
  const bool all = std::ssize(points) == wanted &&
                   std::ranges::all_of(points, &StreamedEnd::complete);
  write(
      json_line({{"event", "study-end"}, {"complete", all}, {"points", ends}}));
}

void StudyStream::end_as_before() {
  std::vector<StreamedEnd> ends;
  for (const StreamedPoint& point : points_) {
    if (point.baseline) continue;
    const Json summary =
        parse_json(file_text(folder_ / point.name / "summary.json"));
    ends.push_back({point.name, summary.value("complete", true),
                    summary.value("signature", std::string())});
  }
  end(ends);
}

Json StudyStream::identify(std::uint32_t run, const char* event) const {
  const StreamedRun& about = runs_[run];
  return {{"event", event},
          {"point", points_[about.point].name},
          {"fold", about.fold},
          {"repeat", about.repeat}};
}

void StudyStream::add(std::uint32_t run, const char* event,
                      const Json& members) {
  Lines& lines = lines_[run];
  if (!std::exchange(lines.begun, true)) {
    Json first = identify(run, "run");
    first["rounds"] = runs_[run].rounds;
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
