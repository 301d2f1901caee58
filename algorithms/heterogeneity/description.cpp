#include "algorithms/heterogeneity/description.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fedltr {
namespace {

/// The queries of its data that a client asks, each once.
std::vector<Index> queries_of(const Holding& held) {
  std::vector<Index> distinct;
  if (held.queries) {
    distinct = *held.queries;
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()),
                   distinct.end());
  } else {
    distinct.resize(held.data->queries());
    std::iota(distinct.begin(), distinct.end(), Index{0});
  }
  return distinct;
}

/// Calls visit(document of the training data, label) for all a client holds.
template <class Visit>
void for_each_document(const Holding& held, Visit&& visit) {
  const Dataset& data = *held.data;
  for (const Index query : queries_of(held))
    for (Index i = data.begin(query); i < data.end(query); ++i) {
      const std::size_t place = i;
      visit(held.documents ? (*held.documents)[place] : i,
            data.labels()[place]);
    }
}

/// Queries whose documents have different labels.
Index telling_queries(const Holding& held) {
  return std::ranges::count_if(queries_of(held), [&](Index query) {
    const auto [least, most] = std::ranges::minmax(held.data->labels_of(query));
    return least < most;
  });
}

/// Holders of a document of the training data, and their labels.
struct Holders {
  std::uint32_t clients = 0;
  std::uint32_t last = 0;  ///< client + 1
  std::uint8_t least = 255;
  std::uint8_t most = 0;
};

std::vector<double> shares_of(const std::vector<Index>& counts) {
  double sum = 0;
  for (const Index count : counts) sum += count;
  std::vector<double> shares;
  shares.reserve(counts.size());
  for (const Index count : counts) shares.push_back(sum > 0 ? count / sum : 0);
  return shares;
}

}  // namespace

double jensen_shannon(const std::vector<double>& p,
                      const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double middle = (p[i] + q[i]) / 2;
    if (p[i] > 0) sum += p[i] / 2 * std::log2(p[i] / middle);
    if (q[i] > 0) sum += q[i] / 2 * std::log2(q[i] / middle);
  }
  return sum;
}

std::vector<HoldingSummary> describe(const Split& split,
                                     const SplitInput& input,
                                     std::uint32_t interactions) {
  const Holding whole{input.train};
  const auto held_by = [&](std::uint32_t client) -> const Holding& {
    return split.holdings.empty()
               ? whole
               : split.holdings[client % split.holdings.size()];
  };
  std::vector<Holders> holders(input.train->documents());
  std::vector<Index> all(input.grades, 0);
  std::vector<HoldingSummary> summaries(input.clients);
  for (std::uint32_t client = 0; client < input.clients; ++client) {
    HoldingSummary& summary = summaries[client];
    summary.labels.assign(all.size(), 0);
    summary.interactions =
        split.interactions.empty()
            ? interactions
            : split.interactions[places_of(split, client).interactions];
    summary.queries = queries_of(held_by(client)).size();
    summary.telling_queries = telling_queries(held_by(client));
    for_each_document(held_by(client), [&](Index document, std::uint8_t label) {
      ++summary.documents;
      ++summary.labels.at(label);
      ++all.at(label);
      Holders& known = holders[document];
      known.clients += known.last != client + 1;
      known.last = client + 1;
      known.least = std::min(known.least, label);
      known.most = std::max(known.most, label);
    });
  }
  const std::vector<double> together = shares_of(all);
  for (auto& each : holders) each.last = 0;
  for (std::uint32_t client = 0; client < input.clients; ++client) {
    HoldingSummary& summary = summaries[client];
    Index distinct = 0;
    Index overlap = 0;
    Index disputed = 0;
    for_each_document(held_by(client), [&](Index document, std::uint8_t) {
      Holders& known = holders[document];
      if (known.last == client + 1) return;
      known.last = client + 1;
      ++distinct;
      overlap += known.clients > 1;
      disputed += known.clients > 1 && known.least != known.most;
    });
    if (distinct == 0) {
      summary.interactions = 0;
      continue;
    }
    summary.overlap = static_cast<double>(overlap) / distinct;
    summary.disputed = static_cast<double>(disputed) / distinct;
    summary.divergence = jensen_shannon(shares_of(summary.labels), together);
  }
  return summaries;
}

}  // namespace fedltr
