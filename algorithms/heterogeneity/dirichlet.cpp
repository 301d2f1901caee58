#include "algorithms/heterogeneity/dirichlet.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/heterogeneity/label_distribution.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"

namespace fedltr {
namespace {

const Parameter kAlpha =
    real_parameter("alpha", 0.5, {1e-6, 1e6},
                   "concentration: the smaller, the more clients differ");
const Parameter kOver = choice_parameter("over", {"labels", "queries"},
                                         "property that the shares divide");

/// Deals shuffled items by shares drawn for clients.
void deal(std::vector<Index>& items, double concentration, Rng& rng,
          std::vector<std::vector<Index>>& held) {
  shuffle(std::span(items), rng);
  const auto ends = cut_by_shares(
      items.size(), draw_dirichlet(held.size(), concentration, rng));
  std::size_t begin = 0;
  for (std::size_t client = 0; client < held.size(); ++client) {
    held[client].insert(held[client].end(), items.begin() + begin,
                        items.begin() + ends[client]);
    begin = ends[client];
  }
}

void split_by_dirichlet(const SplitInput& input, Split& split) {
  if (input.options.iid) return;
  const double alpha = input.options.parameters.real(kAlpha);
  Rng rng = split_rng(input, SplitStream::kDirichlet);
  std::vector<std::vector<Index>> held(input.clients);
  if (input.options.parameters.choice(kOver) == "labels") {
    for (auto& documents : documents_by_label(*input.train, input.grades))
      deal(documents, alpha, rng, held);
    split.holdings = hold_documents(input.train, std::move(held));
    return;
  }
  auto queries = numbers_below<Index>(input.train->queries());
  deal(queries, alpha, rng, held);
  for (auto& each : held) {
    std::ranges::sort(each);
    split.holdings.push_back({input.train, std::move(each)});
  }
}

}  // namespace

std::vector<double> draw_dirichlet(std::size_t size, double concentration,
                                   Rng& rng) {
  require(size > 0 && concentration >= 1e-6 && concentration <= 1e6,
          "a Dirichlet distribution needs a concentration of 1e-6 to 1e6");
  // Gamma(a) = Gamma(a + 1) U^(1/a), in logarithms.
  std::vector<double> shares(size);
  for (double& share : shares)
    share = portable_log(draw_gamma(concentration + 1, rng)) +
            portable_log(1 - rng.uniform()) / concentration;
  const double most = std::ranges::max(shares);
  double sum = 0;
  for (double& share : shares)
    sum += share = share - most < -700 ? 0 : portable_exp(share - most);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<std::size_t> cut_by_shares(std::size_t count,
                                       const std::vector<double>& shares) {
  std::vector<std::size_t> ends;
  double sum = 0;
  for (const double share : shares) {
    sum += share;
    const double end = std::round(sum * count);
    ends.push_back(std::min(count, static_cast<std::size_t>(end)));
  }
  ends.back() = count;
  return ends;
}

SplitMethod dirichlet_split() {
  return {"dirichlet",
          "shares of labels or of queries drawn from a Dirichlet distribution",
          "Hsu et al. (2019), section 2",
          {kAlpha, kOver},
          split_by_dirichlet,
          {.assigns_data = true}};
}

}  // namespace fedltr
