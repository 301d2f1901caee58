#include "algorithms/clicks/dependent.hpp"

#include <algorithm>

#include "algorithms/clicks/walk.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const Parameter kContinuation = reals_parameter(
    "continuation", {0.5}, kProbability,
    "P(continue | rank, clicked), by rank; the last is for all ranks below");

}  // namespace

DependentUser::DependentUser(std::vector<double> click,
                             std::vector<double> continuation)
    : click_(std::move(click)), continuation_(std::move(continuation)) {
  require(!click_.empty() && !continuation_.empty(),
          "a dependent user needs click and continuation probabilities");
  for (const auto* values : {&click_, &continuation_})
    for (const double p : *values)
      require(p >= 0 && p <= 1, "probabilities are within 0 and 1");
}

void DependentUser::click(Labels shown, Rng& rng,
                          std::span<std::uint8_t> clicks) const {
  walk_down(shown, rng, click_, clicks,
            [&](std::size_t rank, std::uint8_t, double uniform) {
              const std::size_t known =
                  std::min(rank, continuation_.size() - 1);
              return !(uniform < continuation_[known]);
            });
}

ClickMethod dependent_model() {
  return {"dcm",
          "dependent click model: continues after a click with a probability "
          "by rank",
          "after Guo, Liu and Wang (WSDM 2009); Liu (2011), Eq. 13.1",
          {kClick, kContinuation},
          [](const ClickOptions& options) {
            return std::make_shared<DependentUser>(
                click_by_grade(options),
                options.parameters.reals(kContinuation));
          }};
}

}  // namespace fedltr
