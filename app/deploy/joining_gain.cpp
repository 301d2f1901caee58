#include "app/deploy/joining_gain.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/json.hpp"

namespace fedltr {
namespace {

constexpr int kNoPermutations = 1;  // the interval is Student's

MetricGain gain_of(const std::string& metric, const VectorView& joint,
                   const VectorView& alone) {
  std::vector<double> differences;
  double size = 0;
  for (Index query = 0; query < joint.size(); ++query)
    if (std::isfinite(joint(query)) && std::isfinite(alone(query))) {
      differences.push_back(joint(query) - alone(query));
      size = std::max({size, std::abs(joint(query)), std::abs(alone(query))});
    }
  MetricGain gain{metric, differences.size(), {}, 1};
  if (gain.queries >= kFewestQueries)
    gain.gain = compare_pairs(differences, kNoPermutations, 1, size);
  return gain;
}

/// Corrects for the number of metrics that are compared.
void adjust(std::vector<MetricGain>& metrics) {
  std::vector<double> p;
  for (const MetricGain& each : metrics)
    if (each.gain) p.push_back(each.gain->t_test);
  const std::vector<double> adjusted = holm(p);
  auto next = adjusted.begin();
  for (MetricGain& each : metrics)
    if (each.gain) each.p = *next++;
}

std::string verdict_of(const MetricGain& gain) {
  return !gain.gain     ? "too few queries to decide"
         : gain.loses() ? "YOU LOSE BY JOINING"
         : gain.wins()  ? "you gain by joining"
                        : "no difference is shown";
}

}  // namespace

JoiningGain joining_gain(const std::string& joint_method, const Matrix& joint,
                         const std::string& alone_method, const Matrix& alone,
                         std::span<const std::string> metrics) {
  JoiningGain gain{
      joint_method, alone_method, static_cast<std::size_t>(joint.rows()), {}};
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const auto column = static_cast<Index>(m);
    const Vector with = joint.col(column);
    const Vector without = alone.col(column);
    gain.metrics.push_back(gain_of(metrics[m], with, without));
  }
  adjust(gain.metrics);
  std::ranges::stable_partition(gain.metrics, &MetricGain::loses);
  return gain;
}

std::string text_of(const MetricGain& gain) {
  const std::string number =
      gain.gain ? fmt::format("{:+.4f} +- {:.4f}, p {:.3g}, ", gain.gain->mean,
                              gain.gain->interval, gain.p)
                : "";
  return fmt::format("{}{} queries: {}", number, gain.queries,
                     verdict_of(gain));
}

void print_joining(std::ostream& out, const JoiningGain& gain) {
  out << fmt::format(
      "joining     {} less {}, the best here that needs no joining; {} own "
      "held-out queries;\n            95 % for each metric by itself, p by "
      "Holm's correction for all:\n",
      gain.joint, gain.alone, gain.queries);
  for (const MetricGain& each : gain.metrics)
    out << fmt::format("  {:<12} {}\n", each.metric, text_of(each));
}

Json joining_json(const JoiningGain& gain) {
  Json metrics = Json::object();
  for (const MetricGain& each : gain.metrics) {
    Json& row = metrics[each.metric];
    row["verdict"] = verdict_of(each);
    row["queries"] = each.queries;
    if (!each.gain) continue;
    row["p"] = json_number(each.p);
    row["gain"] = json_number(each.gain->mean);
    row["interval"] = json_number(each.gain->interval);
  }
  return {{"method", gain.joint},
          {"over", gain.alone},
          {"queries", gain.queries},
          {"metrics", metrics}};
}

}  // namespace fedltr
