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

}  // namespace

ReportSection members_section(const ReportData& data) {
  ReportSection section{"Members", {}};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const Json& members = json_at(data.files[r].summary, {"members"});
    if (!members.is_array()) continue;
    ReportTable table = table_of_objects(
        (data.runs.size() == 1 ? "Members, on their own held-out queries"
                               : data.runs[r].label + ": members") +
            rows_text(data.runs[r]),
        members,
        {{"member", {"name"}, as_text},
         {"training queries", {"queries"}},
         {"held out", {"held_out"}},
         {"metric", {"metric"}, as_text},
         {"untrained", {"untrained"}, as_metric},
         {"own rows alone", {"alone"}, as_metric},
         {"joined", {"joined"}, as_metric}});
    table.brief = table.columns.size();
    table.note =
        "Untrained: the initial model, of weights 0 the order of the rows. "
        "Alone: the same training from the member's own rows only.";
    section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace fedltr
