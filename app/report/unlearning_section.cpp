#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"

namespace fedltr {
namespace {

std::string clients_in_words(const Json& request) {
  const Json& clients = json_at(request, {"clients"});
  if (!clients.is_array()) return "-";
  constexpr std::size_t kShown = 5;
  std::vector<std::string> names;
  for (const Json& client : clients)
    if (names.size() < kShown) names.push_back(client.dump());
  return join(names, ", ") +
         (clients.size() > kShown ? fmt::format(" of {}", clients.size()) : "");
}

ReportRow request_row(const std::string& label, const RunFiles& files,
                      const char* metric, const Json& request) {
  const auto metric_at = [&](const char* when) {
    return ReportCell{metric_text(number_at(request, {metric, when, "mean"}))};
  };
  const auto text = [&](std::initializer_list<const char*> path) {
    return ReportCell{metric_text(number_at(request, path))};
  };
  const auto saved = [&](const char* what) {
    const double times = number_at(request, {"cost", "saved", what});
    return ReportCell{std::isnan(times) ? "-" : fmt::format("{:.1f}×", times)};
  };
  return {{label},
          {text_at(files.unlearning, {"method"})},
          {clients_in_words(request)},
          metric_at("before"),
          metric_at("after"),
          metric_at("retrained"),
          text({metric, "gap_closed"}),
          text({"distance_to_retrained", "ratio"}),
          text({"clicked_auc", "before"}),
          text({"clicked_auc", "after"}),
          text({"clicked_auc", "retrained"}),
          saved("steps"),
          saved("bytes")};
}

}  // namespace

ReportSection unlearning_section(const ReportData& data) {
  ReportSection section{"Unlearning", {}};
  ReportTable table{"Evidence of unlearning",
                    {"run", "method", "clients", "before", "after", "retrained",
                     "gap closed", "distance left", "AUC before", "AUC after",
                     "AUC retrained", "steps saved", "bytes saved"}};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const Json& requests = json_at(data.files[r].unlearning, {"requests"});
    if (!requests.is_array()) continue;
    for (const Json& request : requests)
      table.rows.push_back(request_row(data.runs[r].label, data.files[r],
                                       data.runs[r].metrics[0].c_str(),
                                       request));
  }
  if (table.rows.empty()) return section;
  table.note =
      data.first_metric() +
      " before and after unlearning, and of a model retrained without those "
      "clients. Distance left: to the retrained model, after divided by "
      "before; 0 is forgotten. AUC: of guessing those clients' users' clicks "
      "from the model; saved: retraining divided by unlearning.";
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace fedltr
