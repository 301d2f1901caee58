#include "algorithms/aggregation/aggregation.hpp"

#include <algorithm>

#include "algorithms/aggregation/coordinate_wise.hpp"
#include "algorithms/aggregation/distance_weighted.hpp"
#include "algorithms/aggregation/divide_and_conquer.hpp"
#include "algorithms/aggregation/flame.hpp"
#include "algorithms/aggregation/fldetector.hpp"
#include "algorithms/aggregation/fools_gold.hpp"
#include "algorithms/aggregation/foundation.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/aggregation/mean_around_median.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/aggregation/sign_guard.hpp"
#include "algorithms/aggregation/vigilant.hpp"
#include "algorithms/aggregation/worker_momentum.hpp"

namespace fedltr {
namespace {

class PreparedRule final : public RobustRule {
 public:
  PreparedRule(std::unique_ptr<RobustRule> rule, PreAggregation before,
               RuleOptions options)
      : rule_(std::move(rule)),
        before_(std::move(before)),
        options_(std::move(options)) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const Prepared prepared = before_(local, options_);
    const std::uint32_t rows = prepared.models.rows();
    std::vector<std::uint32_t> places(rows);
    for (std::uint32_t i = 0; i < rows; ++i) places[i] = i;
    std::vector<double> row_selection(rows);
    Vector result = rule_->aggregate(
        {prepared.models, places, local.global, local.round}, row_selection);
    // The clients that a row stands for share its weight.
    std::ranges::fill(selection, 0.0);
    const double scale = static_cast<double>(selection.size()) / rows;
    for (std::size_t row = 0; row < rows; ++row)
      for (const std::size_t client : prepared.members[row])
        selection[client] +=
            row_selection[row] * scale / prepared.members[row].size();
    return result;
  }
  void exchange(Archive& archive) override { rule_->exchange(archive); }

 private:
  std::unique_ptr<RobustRule> rule_;
  PreAggregation before_;
  RuleOptions options_;
};

}  // namespace

Vector federated_average(const PartialSum& sum) {
  return sum.weighted / sum.weight;
}

const Methods<RobustFactory, RuleTraits>& aggregation_rules() {
  static const Methods<RobustFactory, RuleTraits> table = {
      {"mean",
       "weighted mean of the local models (FedAvg); no defence",
       "McMahan et al. (AISTATS 2017); Wang (2025), Eq. 3.16",
       {},
       nullptr,
       {"", [](std::int64_t clients) { return clients; }}},
      krum_rule(),
      multi_krum_rule(),
      trimmed_mean_rule(),
      median_rule(),
      bulyan_rule(),
      geometric_median_rule(),
      norm_bound_rule(),
      centered_clip_rule(),
      fltrust_rule(),
      fldetector_rule(),
      vigilant_rule(),
      divide_and_conquer_rule(),
      mean_around_median_rule(),
      foundation_rule(),
      sign_guard_rule(),
      flame_rule(),
      fools_gold_rule(),
  };
  return table;
}

std::unique_ptr<RobustRule> make_robust_rule(const std::string& rule,
                                             const std::string& pre_aggregation,
                                             const RuleOptions& options) {
  auto made = find(aggregation_rules(), rule).make(options);
  const auto& before = find(pre_aggregations(), pre_aggregation).make;
  if (before)
    made = std::make_unique<PreparedRule>(std::move(made), before, options);
  return with_momentum(std::move(made), options.momentum);
}

}  // namespace fedltr
