#include "algorithms/aggregation/foundation.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithms/aggregation/coordinate_wise.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"

namespace fedltr {
namespace {

const Parameter kRule =
    choice_parameter("foundation.rule", {"trimmed-mean", "median"},
                     "rule that combines the models");
const Parameter kCopies =
    real_parameter("foundation.copies", 0.5, {.min = 0, .max = 10},
                   "copies of the least extreme model per client");

class Foundation final : public RobustRule {
 public:
  explicit Foundation(const RuleOptions& options)
      : rule_(find(Methods<RobustFactory, RuleTraits>{trimmed_mean_rule(),
                                                      median_rule()},
                   options.parameters.choice(kRule))
                  .make(options)),
        copies_(options.parameters.real(kCopies)) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const Index clients = local.models.rows();
    const Index copied = least_extreme(local.models);
    const Index all = clients + static_cast<Index>(share_of(copies_, clients));
    Matrix models(all, local.models.cols());
    models.topRows(clients) = local.models;
    models.bottomRows(all - clients).rowwise() = local.models.row(copied);
    auto places = numbers_below<std::uint32_t>(all);
    std::vector<double> each(all);
    Vector result =
        rule_->aggregate({models, places, local.global, local.round}, each);
    std::copy_n(each.begin(), clients, selection.begin());
    selection[copied] =
        std::accumulate(each.begin() + clients, each.end(), selection[copied]);
    for (double& each : selection) each *= static_cast<double>(clients) / all;
    return result;
  }

 private:
  std::unique_ptr<RobustRule> rule_;
  double copies_;
};

}  // namespace

Index least_extreme(const RowsView& models) {
  const Vector high = models.colwise().maxCoeff().transpose();
  const Vector low = models.colwise().minCoeff().transpose();
  Index chosen = 0;
  distances_to(models, high)
      .cwiseMin(distances_to(models, low))
      .maxCoeff(&chosen);
  return chosen;
}

RuleMethod foundation_rule() {
  return {
      "foundation",
      "trimmed mean or median of the models and of copies of the least "
      "extreme one",
      "Fang et al. (NDSS 2025)",
      {kRule, kCopies},
      [](const RuleOptions& options) {
        return std::make_unique<Foundation>(options);
      },
      {.condition = "n > 2m",
       .max_malicious = below_half,
       .uses_malicious = true,
       .falls = ".298 of .693 (replacement, length 1), with momentum .9 and "
                "nnm: .299 (rotating, step 5, period 3); not searched"}};
}

}  // namespace fedltr
