#include "algorithms/heterogeneity/split.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/heterogeneity/dirichlet.hpp"
#include "algorithms/heterogeneity/document_preference.hpp"
#include "algorithms/heterogeneity/label_distribution.hpp"

namespace fedltr::split_test {
namespace {

std::shared_ptr<const Dataset> random_set(std::uint64_t seed, int grades) {
  Rng rng(seed, Purpose::kTest);
  return std::make_shared<const Dataset>(
      synthesize(custom_shape(static_cast<Index>(5 + rng.below(60)),
                              static_cast<Index>(2 + rng.below(20)), 3, grades),
                 1, seed));
}

SplitInput input_of(std::uint64_t seed, std::uint32_t clients, int grades = 5) {
  SplitInput input;
  input.train = random_set(seed, grades);
  input.evaluation = random_set(seed + 1000, grades);
  input.clients = clients;
  input.grades = grades;
  input.seed = seed;
  return input;
}

Split split_by(const char* kind, const SplitInput& input) {
  Split split;
  find(splits(), kind).make(input, split);
  return split;
}

/// Number of holders of each training document; checks that features, label and
/// query of held documents are unchanged.
std::vector<int> times_held(const Split& split, const SplitInput& input) {
  const Dataset& train = *input.train;
  std::vector<int> times(static_cast<std::size_t>(train.documents()), 0);
  std::vector<std::string_view> query_of;
  for (Index query = 0; query < train.queries(); ++query)
    query_of.insert(query_of.end(), static_cast<std::size_t>(train.size(query)),
                    train.query_name(query));
  for (const Holding& held : split.holdings) {
    const Dataset& data = *held.data;
    REQUIRE(held.documents);
    REQUIRE(held.documents->size() ==
            static_cast<std::size_t>(data.documents()));
    for (Index query = 0; query < data.queries(); ++query)
      for (Index i = data.begin(query); i < data.end(query); ++i) {
        const Index from = (*held.documents)[static_cast<std::size_t>(i)];
        ++times[static_cast<std::size_t>(from)];
        REQUIRE(data.query_name(query) ==
                query_of[static_cast<std::size_t>(from)]);
        REQUIRE(data.labels()[static_cast<std::size_t>(i)] ==
                train.labels()[static_cast<std::size_t>(from)]);
        REQUIRE(data.all_features().row(i) == train.all_features().row(from));
      }
  }
  return times;
}

bool same(const Split& a, const Split& b) {
  if (a.holdings.size() != b.holdings.size()) return false;
  for (std::size_t i = 0; i < a.holdings.size(); ++i) {
    const auto& x = a.holdings[i];
    const auto& y = b.holdings[i];
    if (x.queries != y.queries || x.documents != y.documents ||
        !std::ranges::equal(x.data->labels(), y.data->labels()))
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every split is the same again, and another with another seed") {
  for (const auto& method : splits()) {
    if (method.name == "by-user" || method.name == "iid") continue;
    CAPTURE(method.name);
    SplitInput input = input_of(3, 20);
    const Split first = split_by(method.name.c_str(), input);
    CHECK(same(first, split_by(method.name.c_str(), input)));
    if (first.holdings.empty()) continue;
    input.seed = 4;
    CHECK_FALSE(same(first, split_by(method.name.c_str(), input)));
  }
}

TEST_CASE("the IID baselines let every client draw from everything") {
  for (const char* kind : {"label-distribution", "dirichlet", "quantity"}) {
    SplitInput input = input_of(3, 20);
    input.options.iid = true;
    const Split split = split_by(kind, input);
    CHECK(split.holdings.empty());
    CHECK(split.interactions.empty());
  }
}

TEST_CASE("label distribution deals each document once, labels as promised") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    for (const int size : {1, 2}) {
      const std::uint32_t clients = size == 1 ? 5 + seed % 7 : 10 + seed % 5;
      SplitInput input = input_of(seed, clients);
      input.options.parameters = {
          {"labels-per-client", static_cast<std::uint64_t>(size)}};
      const Split split = split_by("label-distribution", input);
      REQUIRE(split.holdings.size() == clients);
      CHECK(std::ranges::all_of(times_held(split, input),
                                [](int times) { return times == 1; }));
      const auto combinations = label_combinations(5, size);
      std::map<int, std::vector<Index>> shares;  // by label: its owners
      for (std::size_t client = 0; client < clients; ++client) {
        const auto& own = combinations[client % combinations.size()];
        const auto labels = split.holdings[client].data->labels();
        for (const int label : labels)
          CHECK(std::ranges::count(own, label) == 1);
        for (const int label : own)
          shares[label].push_back(std::ranges::count(labels, label));
      }
      for (const auto& [label, counts] : shares)
        CHECK(std::ranges::max(counts) - std::ranges::min(counts) <= 1);
    }
}

TEST_CASE("combinations of labels are all, in order") {
  CHECK(label_combinations(3, 2) ==
        std::vector<std::vector<int>>{{0, 1}, {0, 2}, {1, 2}});
  CHECK(label_combinations(5, 2).size() == 10);
  CHECK(label_combinations(4, 4).size() == 1);
}

TEST_CASE("too few clients, or too many labels each, are refused") {
  SplitInput input = input_of(1, 4);
  CHECK_THROWS_AS(split_by("label-distribution", input), std::invalid_argument);
  input.clients = 9;
  input.options.parameters = {{"labels-per-client", std::uint64_t{6}}};
  CHECK_THROWS_AS(split_by("label-distribution", input), std::invalid_argument);
  input.clients = 3;
  CHECK_THROWS_AS(split_by("document-preference", input),
                  std::invalid_argument);
  input.clients = 2;
  CHECK_THROWS_AS(split_by("click-preference", input), std::invalid_argument);
}

TEST_CASE("a Dirichlet split ends for every alpha and loses nothing") {
  for (const double alpha : {1e-6, 1e-3, 0.1, 1.0, 100.0, 1e6})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(alpha);
      SplitInput input = input_of(seed, 12);
      input.options.parameters = {{"alpha", alpha}};
      const Split labels = split_by("dirichlet", input);
      CHECK(std::ranges::all_of(times_held(labels, input),
                                [](int times) { return times == 1; }));
      input.options.parameters.set("over", "queries");
      const Split queries = split_by("dirichlet", input);
      std::multiset<Index> dealt;
      for (const Holding& held : queries.holdings)
        dealt.insert(held.queries->begin(), held.queries->end());
      CHECK(dealt.size() == static_cast<std::size_t>(input.train->queries()));
      CHECK(std::set<Index>(dealt.begin(), dealt.end()).size() == dealt.size());
    }
}

TEST_CASE("Dirichlet draws have the right mean and variance") {
  // Variance of a share: (1/k)(1 - 1/k) / (k alpha + 1).
  Rng rng(1, Purpose::kTest);
  constexpr int kDraws = 20000;
  for (const double alpha : {0.05, 0.5, 5.0}) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto shares = draw_dirichlet(4, alpha, rng);
      double total = 0;
      for (const double share : shares) total += share;
      REQUIRE(total == doctest::Approx(1).epsilon(1e-12));
      sum += shares[0];
      squares += (shares[0] - 0.25) * (shares[0] - 0.25);
    }
    const double variance = 0.25 * 0.75 / (4 * alpha + 1);
    CHECK(std::abs(sum / kDraws - 0.25) < 5 * std::sqrt(variance / kDraws));
    // The fourth moment is at most that of a coin: a generous error.
    CHECK(squares / kDraws == doctest::Approx(variance).epsilon(0.06));
  }
}

TEST_CASE("pieces cut by shares cover everything") {
  CHECK(cut_by_shares(10, {0.5, 0.0, 0.5}) ==
        std::vector<std::size_t>{5, 5, 10});
  CHECK(cut_by_shares(0, {0.3, 0.7}) == std::vector<std::size_t>{0, 0});
}

TEST_CASE("intents: every relevant document has one, others by chance") {
  Rng rng(1, Purpose::kTest);
  std::vector<std::uint8_t> labels(40000);
  for (auto& label : labels) label = static_cast<std::uint8_t>(rng.below(3));
  const auto intents = derive_intents(labels, 4, 0.1, rng);
  CHECK(any_intent(intents) == labels);
  std::map<int, int> by_count;
  int relevant = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    int count = 0;
    for (const auto& each : intents) count += each[i] > 0;
    CHECK((labels[i] > 0 || count == 0));
    relevant += labels[i] > 0;
    ++by_count[count];
  }
  // Alone with probability .9^3.
  const double p = 0.729;
  CHECK(std::abs(by_count[1] - p * relevant) <
        5 * std::sqrt(relevant * p * (1 - p)));
}

TEST_CASE("shuffled intents are the same labels, query by query") {
  const auto data = random_set(5, 3);
  IntentLabels intents(3);
  for (std::size_t intent = 0; intent < 3; ++intent)
    intents[intent].assign(static_cast<std::size_t>(data->documents()),
                           static_cast<std::uint8_t>(intent));
  Rng rng(1, Purpose::kTest);
  const auto shuffled = shuffle_intents(*data, intents, rng);
  bool moved = false;
  for (Index query = 0; query < data->queries(); ++query) {
    std::set<int> seen;
    for (std::size_t intent = 0; intent < 3; ++intent) {
      const auto label =
          shuffled[intent][static_cast<std::size_t>(data->begin(query))];
      seen.insert(label);
      moved |= label != intent;
      for (Index i = data->begin(query); i < data->end(query); ++i)
        CHECK(shuffled[intent][static_cast<std::size_t>(i)] == label);
    }
    CHECK(seen.size() == 3);
  }
  CHECK(moved);
}

TEST_CASE(
    "document preference: same documents, labels by intent, views alike") {
  SplitInput input = input_of(2, 8);
  const Split split = split_by("document-preference", input);
  REQUIRE(split.holdings.size() == 4);
  REQUIRE(split.views.size() == 4);
  for (const Holding& held : split.holdings) {
    // Shared, not copied.
    CHECK(held.data->all_features().data() ==
          input.train->all_features().data());
    CHECK_FALSE(std::ranges::equal(held.data->labels(), input.train->labels()));
  }
  input.options.iid = true;
  const Split baseline = split_by("document-preference", input);
  REQUIRE(baseline.holdings.size() == 1);
  CHECK(std::ranges::equal(baseline.holdings[0].data->labels(),
                           input.train->labels()));
  CHECK(baseline.views.size() == 1);  // merged, as published
  input.options.parameters = {{"judged-by", "intents"}};
  const Split fair = split_by("document-preference", input);
  REQUIRE(fair.views.size() == 4);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(
        std::ranges::equal(fair.views[i]->labels(), split.views[i]->labels()));
}

TEST_CASE("evaluated on what is learned from, intents judge both alike") {
  SplitInput input = input_of(2, 4);
  input.evaluation = input.train;
  const Split split = split_by("document-preference", input);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::ranges::equal(split.views[i]->labels(),
                             split.holdings[i].data->labels()));
}

TEST_CASE("click preference brings users, drawn for the baseline") {
  SplitInput input = input_of(2, 5);
  CHECK(split_by("click-preference", input).users.size() == 3);
  input.options.parameters = {{"users", "pbm"}};
  const Split split = split_by("click-preference", input);
  CHECK(split.users.size() == 5);
  CHECK_FALSE(split.users_drawn);
  input.options.iid = true;
  CHECK(split_by("click-preference", input).users_drawn);
}

}  // namespace fedltr::split_test
