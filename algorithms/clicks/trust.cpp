#include "algorithms/clicks/trust.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr int kDeepestRank = 64;

const Parameter kTrustEta = real_parameter(
    "eta", 1, kNotNegative, "how steeply attention falls with rank");
const Parameter kTrust =
    real_parameter("trust", 0.65, {.min = 0, .max = 0.97},
                   "P(click) on an examined, irrelevant document at rank 1");

}  // namespace

TrustingUser::TrustingUser(std::vector<double> click, double eta, double trust)
    : click_(std::move(click)) {
  require(eta >= 0, "clicks.eta must not be negative");
  require(trust >= 0 && trust <= 0.97, "clicks.trust is from 0 to 0.97");
  for (int rank = 1; rank <= kDeepestRank; ++rank) {
    const double examined = portable_pow(1.0 / rank, eta);
    const double relevant = 1 - (std::min(rank, 20) + 1) / 100.0;
    const double irrelevant = trust / std::min(rank, 10);
    examination_.propensity.push_back(examined * (relevant - irrelevant));
    examination_.offset.push_back(examined * irrelevant);
  }
}

void TrustingUser::click(Labels shown, Rng& rng,
                         std::span<std::uint8_t> clicks) const {
  require(shown.size() <= kDeepestRank,
          "a shown list has at most 64 documents");
  for (std::size_t rank = 0; rank < shown.size(); ++rank)
    clicks[rank] =
        rng.uniform() < examination_.propensity[rank] * click_[shown[rank]] +
                            examination_.offset[rank];
}

ClickMethod trust_model() {
  return {"trust",
          "position-based user who also clicks what is irrelevant near the top",
          "Agarwal et al. (WWW 2019); Vardasbi et al. (CIKM 2020)",
          {kTrustEta, kTrust, kClick},
          [](const ClickOptions& options) {
            return std::make_shared<TrustingUser>(
                click_by_grade(options), options.parameters.real(kTrustEta),
                options.parameters.real(kTrust));
          }};
}

}  // namespace fedltr
