#include "app/report/sections.hpp"

namespace fedltr {

namespace {

/// Describes whose rows the numbers are of: synthetic ones decide nothing about
/// joining a federation.
std::string rows_text(const RunFolder& run) {
  return setting_of(run, "members.folder").empty()
             ? " of synthetic rows (members.folder is not set)"
             : "";
}

/// More members than these have one line in the terminal.
constexpr std::size_t kMostMemberLines = 20;

/// Takes means over all members that have a value.
Json mean_of_members(const Json& members) {
  Json mean = {{"name", "mean of " + std::to_string(members.size())},
               {"metric", json_at(members[0], {"metric"})}};
  for (const char* key :
       {"queries", "held_out", "untrained", "alone", "joined", "drawn"}) {
    if (!members[0].contains(key)) continue;
    double total = 0;
    int known = 0;
    for (const Json& member : members)
      if (const Json& value = json_at(member, {key}); value.is_number()) {
        total += value.get<double>();
        ++known;
      }
    mean[key] = known > 0 ? Json(total / known) : Json();
  }
  return mean;
}

ReportTable members_table(std::string title, const Json& members) {
  std::vector<MemberColumn> columns = {{"member", {"name"}, as_text},
                                       {"training queries", {"queries"}},
                                       {"held out", {"held_out"}},
                                       {"metric", {"metric"}, as_text},
                                       {"untrained", {"untrained"}, as_metric},
                                       {"own rows alone", {"alone"}, as_metric},
                                       {"joined", {"joined"}, as_metric}};
  if (members[0].contains("drawn"))
    columns.push_back({"joined, as drawn", {"drawn"}, as_metric});
  return table_of_objects(std::move(title), members, columns);
}

}  // namespace

ReportSection members_section(const ReportData& data) {
  ReportSection section{"Members", {}};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const Json& members = json_at(data.files[r].summary, {"members"});
    if (!members.is_array()) continue;
    const std::string title =
        (data.runs.size() == 1 ? "Members, on their own held-out queries"
                               : data.runs[r].label + ": members") +
        rows_text(data.runs[r]);
    ReportTable table = members_table(title, members);
    table.note =
        "Untrained: the initial model, of weights 0 the order of the rows. "
        "Alone: the same training from the member's own rows only.";
    const bool is_long = members.size() > kMostMemberLines;
    if (is_long) {
      ReportTable mean =
          members_table(title, Json::array({mean_of_members(members)}));
      mean.brief = mean.columns.size();
      section.blocks.emplace_back(std::move(mean));
      table.title = "Each member";
      table.folded = true;
    } else {
      table.brief = table.columns.size();
    }
    section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace fedltr
