#include "algorithms/clicks/position_based.hpp"

#include <array>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kDeepest = 64;

const Parameter kEta = real_parameter("eta", 1, kNotNegative,
                                      "how steeply attention falls with rank");

}  // namespace

PositionBasedUser::PositionBasedUser(std::vector<double> click, double eta)
    : click_(std::move(click)) {
  require(eta >= 0, "clicks.eta must not be negative");
  for (const double p : click_)
    require(p >= 0 && p <= 1, "click probabilities are within 0 and 1");
  for (std::size_t rank = 1; rank <= kDeepest; ++rank)
    attention_.push_back(portable_pow(1.0 / rank, eta));
}

void PositionBasedUser::click(Labels shown, Rng& rng,
                              std::span<std::uint8_t> clicks) const {
  require(shown.size() <= kDeepest, "a shown list has at most 64 documents");
  std::array<double, kDeepest> draws;
  rng.fill_uniform(std::span(draws).first(shown.size()));
  for (std::size_t rank = 0; rank < shown.size(); ++rank)
    clicks[rank] = draws[rank] < click_[shown[rank]] * attention_[rank];
}

ClickMethod position_based_model() {
  return {"pbm",
          "position-based user: attention falls as (1/rank)^eta",
          "Wang (2025), section 4.5.1",
          {kEta, kClick},
          [](const ClickOptions& options) {
            return std::make_shared<PositionBasedUser>(
                click_by_grade(options), options.parameters.real(kEta));
          }};
}

}  // namespace fedltr
