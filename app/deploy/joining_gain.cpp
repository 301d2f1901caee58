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
  MetricGain gain{metric, {}};
  if (differences.size() > 1)
    gain.gain = compare_pairs(differences, kNoPermutations, 1, size);
  return gain;
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
  JoiningGain gain{joint_method, alone_method, {}};
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const auto column = static_cast<Index>(m);
    const Vector with = joint.col(column);
    const Vector without = alone.col(column);
    gain.metrics.push_back(gain_of(metrics[m], with, without));
  }
  std::ranges::stable_partition(gain.metrics, &MetricGain::loses);
  return gain;
}

void print_joining(std::ostream& out, const JoiningGain& gain) {
  out << fmt::format(
      "joining     {} less {}, own held-out queries; 95 % for each metric by "
      "itself:\n",
      gain.joint, gain.alone);
  for (const MetricGain& each : gain.metrics) {
    out << fmt::format("  {:<12}", each.metric);
    if (each.gain)
      out << fmt::format(" {:+.4f} +- {:.4f}, {} queries: ", each.gain->mean,
                         each.gain->interval, each.gain->pairs);
    out << " " << verdict_of(each) << "\n";
  }
}

Json joining_json(const JoiningGain& gain) {
  Json metrics = Json::object();
  for (const MetricGain& each : gain.metrics) {
    Json& row = metrics[each.metric];
    row["verdict"] = verdict_of(each);
    if (!each.gain) continue;
    row["queries"] = each.gain->pairs;
    row["gain"] = json_number(each.gain->mean);
    row["interval"] = json_number(each.gain->interval);
  }
  return {{"method", gain.joint}, {"over", gain.alone}, {"metrics", metrics}};
}

}  // namespace fedltr
