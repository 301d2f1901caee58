#include "app/cli/log_info.hpp"

#include <algorithm>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

void count(const ShownDocument& document, LogInfo& info) {
  info.clicks += document.clicked ? 1 : 0;
  if (document.position > LogInfo::kRanks) return;
  const std::size_t place = document.position - 1;
  if (place >= info.shown.size()) {
    info.shown.resize(place + 1);
    info.clicked.resize(place + 1);
  }
  ++info.shown[place];
  info.clicked[place] += document.clicked ? 1 : 0;
}

}  // namespace

LogInfo log_info(const std::string& file, const InputFormat& format) {
  LogInfo info;
  info.name = shown_path(file);
  info.format = format.name;
  ConvertInput input;
  input.files = {file};
  const ClickLog log = format.clicks(input, info.notes);
  if (log.empty()) {
    const std::string why = why_no_searches(info.notes);
    throw DataError(info.name + ": has no searches" +
                    (why.empty() ? "" : ": " + why));
  }
  TextSet<> queries;
  for (const LoggedSearch& search : log) {
    const std::uint64_t size = search.shown.size();
    info.shortest = info.searches == 0 ? size : std::min(info.shortest, size);
    info.longest = std::max(info.longest, size);
    ++info.searches;
    info.documents += size;
    queries.insert(search.query);
    for (const ShownDocument& document : search.shown) count(document, info);
  }
  info.queries = queries.size();
  return info;
}

void print_log_info(std::ostream& out, const LogInfo& info) {
  out << fmt::format("{} (click log, {})\n", info.name, info.format);
  out << fmt::format("  searches   {} of {} queries\n",
                     with_commas(info.searches), with_commas(info.queries));
  out << fmt::format("  documents  {} shown ({} to {} per search)\n",
                     with_commas(info.documents), info.shortest, info.longest);
  out << fmt::format("  clicks     {}; by position", with_commas(info.clicks));
  for (std::size_t place = 0; place < info.shown.size(); ++place)
    out << (info.shown[place] == 0
                ? " -"
                : fmt::format(" {:.3f}", double(info.clicked[place]) /
                                             double(info.shown[place])));
  out << "\n";
  for (const std::string& remark : log_remarks(info.notes))
    out << "  " << remark << "\n";
}

Json log_info_json(const LogInfo& info) {
  return {{"name", info.name},
          {"format", info.format},
          {"searches", info.searches},
          {"queries", info.queries},
          {"documents", info.documents},
          {"clicks", info.clicks},
          {"shortest_search", info.shortest},
          {"longest_search", info.longest},
          {"shown_by_position", info.shown},
          {"clicked_by_position", info.clicked},
          {"searches_without_user", info.notes.anonymous}};
}

}  // namespace fedltr
