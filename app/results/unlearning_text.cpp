#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/results/unlearning_report.hpp"

namespace fedltr {
namespace {

/// Returns a cost of unlearning relative to retraining, in words.
std::string against(double cost, double retraining, const char* what) {
  if (cost == 0) return fmt::format("no {}", what);
  if (cost <= retraining)
    return fmt::format("{:.1f} times fewer {}", retraining / cost, what);
  return fmt::format("{:.1f} times as many {}", cost / retraining, what);
}

}  // namespace

std::string unlearning_text(const UnlearningReport& report,
                            const std::string& metric) {
  std::vector<std::string> names;
  for (const std::uint32_t client : report.clients)
    names.push_back(std::to_string(client));
  const std::string who =
      names.size() > 8
          ? with_commas(names.size()) + " clients"
          : (names.size() == 1 ? "client " : "clients ") + join(names, ", ");
  const std::string what = fmt::format("unlearned {} after round {} by {}", who,
                                       report.after, report.method);
  if (!report.complete) return what + ": not completed\n";
  if (!report.took_part)
    return what + ": never took part, so there was nothing to unlearn\n";
  std::string text = fmt::format("{}: {} {:.4f} ({}) -> {:.4f}", what, metric,
                                 report.before.mean, report.before_name,
                                 report.unlearned.mean);
  if (report.retrained.n > 0)
    text += fmt::format(", retrained {:.4f} ({})", report.retrained.mean,
                        report.retrained_name);
  if (report.honest.n > 0)
    text += fmt::format(", attack-free {:.4f} ({})", report.honest.mean,
                        report.honest_name);
  if (report.retrained.n == 0) return text + "\n";
  const UnlearningCost& cost = report.cost;
  const UnlearningCost& anew = report.retraining;
  text += report.has_gap()
              ? fmt::format("\n          {:.1f}% of the gap closed",
                            100 * report.gap_closed())
              : "\n          no gap to close";
  text += fmt::format("; {:.3f} of the distance to the retrained model left",
                      report.distance.ratio());
  if (!std::isnan(report.clicked_after))
    text += fmt::format(
        "; AUC of guessing clicked documents {:.4f} -> {:.4f}, retrained "
        "{:.4f}",
        report.clicked_before, report.clicked_after, report.clicked_retrained);
  return text + fmt::format(
                    "\n          {} searches in {} rounds, {} bytes, {:.2f} s; "
                    "compared with retraining: {}, {}, {}, {}\n",
                    with_commas(static_cast<std::uint64_t>(cost.steps)),
                    with_commas(static_cast<std::uint64_t>(cost.rounds)),
                    with_commas(static_cast<std::uint64_t>(cost.bytes)),
                    cost.seconds, against(cost.steps, anew.steps, "searches"),
                    against(cost.rounds, anew.rounds, "rounds"),
                    against(cost.bytes, anew.bytes, "bytes"),
                    against(cost.seconds, anew.seconds, "seconds"));
}

}  // namespace fedltr
