#include "algorithms/members/exploration.hpp"

#include <cmath>
#include <map>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/online/pdgd.hpp"
#include "algorithms/ranking/linear.hpp"

namespace fedltr::exploration_test {

using List = std::vector<Index>;

namespace {

/// Candidates whose only feature is their score; the second one is best.
class Candidates {
 public:
  Candidates() : table_(1, Storage::kFloat64) {
    table_.append(std::vector<double>{4, 6, 2, 1, 3, 5});
    search_.reserve(6, 5);
  }
  Search& open() {
    search_.open({table_, 0, 6});
    search_.score(LinearRanker(1), Vector::Ones(1));
    return search_;
  }

 private:
  FeatureTable table_;
  Search search_;
};

/// A list of some documents by rank, each with one feature.
RecordedSearch list_of(const std::vector<float>& documents,
                       const std::vector<std::uint8_t>& clicks) {
  return {7, "u", documents, std::vector<double>(documents.size()), clicks};
}

}  // namespace

TEST_CASE("without exploration the best documents are shown") {
  Candidates candidates;
  Rng rng(1, Purpose::kRanking);
  Search& search = candidates.open();
  CHECK(show_list(Exploration::kNone, rng, search) == 0);
  CHECK(List(search.ranking().begin(), search.ranking().end()) ==
        List{1, 5, 0, 4, 2});
}

TEST_CASE("a swapped list has each order of its pairs equally often") {
  Candidates candidates;
  Rng rng(1, Purpose::kRanking);
  std::map<std::pair<std::size_t, List>, int> shown;
  constexpr int kLists = 8000;
  for (int i = 0; i < kLists; ++i) {
    Search& search = candidates.open();
    const std::size_t first = show_list(Exploration::kSwap, rng, search);
    ++shown[{first, {search.ranking().begin(), search.ranking().end()}}];
  }
  // Two pairs, from the first or the second rank.
  CHECK(shown.size() == 8);
  for (const auto& [list, count] : shown) {
    CHECK(list.second[list.first == 0 ? 4 : 0] == (list.first == 0 ? 2 : 1));
    // Five standard deviations.
    CHECK(std::abs(count - kLists / 8) < 5 * std::sqrt(kLists / 8));
  }
}

TEST_CASE("pairs with one click are searches for two documents") {
  const auto search = list_of({10, 11, 12, 13, 14}, {1, 0, 0, 1, 1});
  const auto first = pairs_of(search, 0);
  REQUIRE(first.size() == 2);
  CHECK(first[0].id == 7);
  CHECK(first[0].user == "u");
  CHECK(first[0].rows == std::vector<float>{10, 11});
  CHECK(first[0].clicks == std::vector<std::uint8_t>{1, 0});
  CHECK(first[1].rows == std::vector<float>{12, 13});
  CHECK(first[1].clicks == std::vector<std::uint8_t>{0, 1});
  CHECK(first[1].scores == std::vector<double>{0, 0});
  CHECK(pairs_of(search, 1).empty());
  CHECK(pairs_of(list_of({1}, {1}), 0).empty());
}

/// Expected weight of each of four documents in PDGD's gradient, exactly: over
/// first pairs, orders and clicks of a position-based user.
std::array<double, 4> expected_weights(
    const std::array<double, 4>& attraction) {
  const Vector scores{{4, 3, 2, 1}};  // of today's model
  const Vector exp_scores = (scores.array() - 4).exp();
  const Vector equal = Vector::Zero(2);
  const Vector ones = Vector::Ones(2);
  std::array<double, 4> sums{};
  for (std::size_t first = 0; first < 2; ++first)
    for (int orders = 0; orders < 4; ++orders)
      for (int bits = 0; bits < 16; ++bits) {
        std::vector<float> list{0, 1, 2, 3};
        for (std::size_t pair = 0, rank = first; rank + 1 < 4;
             rank += 2, ++pair)
          if (orders >> pair & 1) std::swap(list[rank], list[rank + 1]);
        double chance = 1.0 / 8;
        std::vector<std::uint8_t> clicks;
        for (std::size_t rank = 0; rank < 4; ++rank) {
          const double clicked =
              attraction[static_cast<std::size_t>(list[rank])] /
              static_cast<double>(rank + 1);
          clicks.push_back(bits >> rank & 1);
          chance *= clicks.back() ? clicked : 1 - clicked;
        }
        for (const auto& pair : pairs_of(list_of(list, clicks), first)) {
          const Index a = static_cast<Index>(pair.rows[0]);
          const Index b = static_cast<Index>(pair.rows[1]);
          const Vector now{{scores(a), scores(b)}};
          const Vector exp_now{{exp_scores(a), exp_scores(b)}};
          std::array<double, 2> weights{};
          pdgd_weights({now, exp_now}, {equal, ones}, List{0, 1}, pair.clicks,
                       weights);
          sums[a] += chance * weights[0];
          sums[b] += chance * weights[1];
        }
      }
  return sums;
}

TEST_CASE("swapped lists teach nothing about documents that are alike") {
  for (const double weight : expected_weights({0.6, 0.6, 0.6, 0.6}))
    CHECK(std::abs(weight) < 1e-15);
}

TEST_CASE("and the order of those that are not, whatever their ranks") {
  // The last one is best, its neighbour worse than all.
  const auto weights = expected_weights({0.5, 0.5, 0.2, 0.9});
  CHECK(weights[3] > 0.001);
  CHECK(weights[2] < -0.001);
  CHECK(std::abs(weights[0]) < 1e-15);
  CHECK(weights[1] > 0.001);
  CHECK(std::abs(std::accumulate(weights.begin(), weights.end(), 0.0)) < 1e-15);
}

}  // namespace fedltr::exploration_test
