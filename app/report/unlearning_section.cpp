#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Returns the clients' numbers, or how many they are.
std::string leavers(const Json& request) {
  const Json& clients = json_at(request, {"clients"});
  if (!clients.is_array()) return "-";
  constexpr std::size_t kNamed = 8;
  if (clients.size() > kNamed) return with_commas(clients.size()) + " clients";
  std::vector<std::string> names;
  for (const Json& client : clients) names.push_back(client.dump());
  return join(names, ", ");
}

/// Returns "0.2500 (8H-2M)": the metric of a model, and who trained it.
std::string model_text(const Json& evidence, const char* model) {
  const std::string of = text_at(evidence, {model, "configuration"});
  return metric_text(number_at(evidence, {model, "mean"})) +
         (of.empty() ? "" : " (" + of + ")");
}

std::string outcome_of(const Json& request) {
  const auto is_not = [&](const char* name) {
    const Json& value = json_at(request, {name});
    return value.is_boolean() && !value.get<bool>();
  };
  return is_not("complete")    ? "not completed"
         : is_not("took_part") ? "never took part: nothing to unlearn"
                               : "";
}

ReportRow request_row(const RunFolder& run, const ReportFiles& files,
                      const Json& request) {
  const char* metric = run.metrics.empty() ? "" : run.metrics[0].c_str();
  const Json& evidence = json_at(request, {metric});
  const auto text = [&](std::initializer_list<const char*> path) {
    return ReportCell{as_metric(json_at(request, path))};
  };
  ReportRow row = {{run.label},
                   {text_at(files.unlearning, {"method"})},
                   {leavers(request)},
                   {as_number(json_at(request, {"after"}))},
                   {outcome_of(request)},
                   {model_text(evidence, "before")},
                   {model_text(evidence, "after")},
                   {model_text(evidence, "retrained")},
                   {model_text(evidence, "honest")},
                   text({metric, "gap_closed"}),
                   text({"distance_to_retrained", "ratio"}),
                   text({"clicked_auc", "before"}),
                   text({"clicked_auc", "after"}),
                   text({"clicked_auc", "retrained"})};
  for (const char* what : {"steps", "rounds", "bytes", "seconds"}) {
    const double times = number_at(request, {"cost", "saved", what});
    row.push_back({as_number(json_at(request, {"cost", "unlearning", what}))});
    row.push_back({std::isnan(times) ? "-" : fmt::format("{:.1f}×", times)});
  }
  return row;
}

}  // namespace

ReportSection unlearning_section(const ReportData& data) {
  ReportSection section{"Unlearning", {}};
  ReportTable table{
      "Evidence of unlearning",
      {"run",         "method",        "clients",       "after round",
       "outcome",     "before",        "after",         "retrained",
       "attack-free", "gap closed",    "distance left", "AUC before",
       "AUC after",   "AUC retrained", "searches",      "searches saved",
       "rounds",      "rounds saved",  "bytes",         "bytes saved",
       "seconds",     "seconds saved"}};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const Json& requests = json_at(data.files[r].unlearning, {"requests"});
    if (!requests.is_array()) continue;
    for (const Json& request : requests)
      table.rows.push_back(request_row(data.runs[r], data.files[r], request));
  }
  if (table.rows.empty()) return section;
  if (data.runs.size() == 1) table.label = "unlearned";
  table.brief = 11;
  table.note =
      data.first_metric() +
      " before and after unlearning, of a model retrained without those "
      "clients, and of one without attack; nH-mM: of n honest and m malicious "
      "clients. Distance left: to the retrained model, after divided by "
      "before; 0 is forgotten. AUC: of guessing those clients' users' clicks "
      "from the model; saved: retraining divided by unlearning.";
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace fedltr
