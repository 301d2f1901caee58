#include "algorithms/core/wide.hpp"

#include <bit>
#include <numeric>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/hash.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/online/learner.hpp"
#include "tests/support/gradient_step.hpp"

namespace fedltr::wide_test {
namespace {

Vector drawn(Index size, std::uint32_t stream) {
  Vector values(size);
  Rng rng(1, Purpose::kTest, stream);
  rng.fill_normal(values);
  return values;
}

/// Checks that `compute`, which returns a Vector or Matrix, has the same bits
/// on all register widths of this machine.
template <class Compute>
void check_same_bits(const Compute& compute) {
  use_registers("baseline");
  const auto expected = compute();
  for (const std::string_view name : register_names()) {
    INFO(name);
    use_registers(name);
    const auto values = compute();
    REQUIRE(values.size() == expected.size());
    bool same = true;
    for (Index i = 0; i < values.size(); ++i)
      same &= std::bit_cast<std::uint64_t>(values.data()[i]) ==
              std::bit_cast<std::uint64_t>(expected.data()[i]);
    CHECK(same);
  }
}

/// A model after some searches.
Vector learn(const std::string& learner, const std::string& ranker,
             Index hidden) {
  static const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(12, 13, 9, 3), 1, 1));
  const auto scorer = find(rankers(), ranker).make({9, hidden});
  const auto method = find(learners(), learner).make({}, scorer);
  ClickOptions clicks;
  clicks.grades = 3;
  const Simulation simulation(
      data, scorer, find(click_models(), "informational").make(clicks));
  Session session;
  session.enter(simulation);
  Streams streams(1, 2, 3);
  Vector message = Vector::Zero(method->message_size(scorer->size()));
  method->learn(0.1 * drawn(scorer->size(), 5), 40, streams, session, message);
  return message;
}

}  // namespace

TEST_CASE("every machine has the narrowest registers, and names what it has") {
  const auto names = register_names();
  REQUIRE(names.size() >= 1);
  CHECK(names[0] == "baseline");
  for (const std::string_view name : names) {
    use_registers(name);
    CHECK(names[static_cast<std::size_t>(RegistersInUse::get())] == name);
  }
  CHECK_THROWS_AS(use_registers("mmx"), std::invalid_argument);
}

TEST_CASE("wide exponentials and logarithms have the bits of one alone") {
  for (const std::string_view name : register_names()) {
    use_registers(name);
    Vector exponents = 300 * drawn(4000, 1);
    exponents.head(16) << -1e308, -1000, -745, -709.79, -708.4, -708, -707, 0,
        -0.0, 1, 708, 709, 709.7, 709.79, 1e308, 0x1p-1074;
    Vector positive = drawn(4000, 2).cwiseAbs2();
    positive.head(8) << 0x1p-1022, 0.5, 1, 0x1.fffffffffffffp-1,
        0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1, 1.7e308, 2;
    Vector wide_exp = exponents;
    exp_in_place(wide_exp.data(), wide_exp.size());
    Vector wide_log = positive;
    log_in_place(wide_log.data(), wide_log.size());
    bool same = true;
    for (Index i = 0; i < 4000; ++i)
      same &= wide_exp(i) == portable_exp(exponents(i)) &&
              wide_log(i) == portable_log(positive(i));
    CHECK(same);
  }
}

TEST_CASE("elementary functions have the same bits on all registers") {
  for (const Index size : {1, 2, 7, 8, 20, 64, 1001}) {
    check_same_bits([&] {
      Vector values = 300 * drawn(padded(size), 1);
      exp_in_place(values.data(), size);
      return values;
    });
    check_same_bits([&] {
      Vector values = drawn(padded(size), 2).cwiseAbs();
      log_in_place(values.data(), size);
      return values;
    });
    check_same_bits([&] {
      Vector values = 9 * drawn(size, 3);
      sigmoid_in_place(values.data(), size);
      return values;
    });
    check_same_bits([&] { return drawn(size, 4); });
  }
}

TEST_CASE("rankers score and step with the same bits on all registers") {
  for (const char* const name : {"linear", "neural", "neural-relu"})
    for (const Index hidden : {1, 2, 3, 10, 17, 64})
      for (const Index documents : {1, 2, 4, 7, 19}) {
        const Index features = 11;
        const auto ranker = find(rankers(), name).make({features, hidden});
        const Vector at = drawn(ranker->size(), 6);
        const Matrix x = drawn(documents * features, 7)
                             .reshaped<Eigen::RowMajor>(documents, features);
        check_same_bits([&] {
          Vector scores(documents);
          ranker->score(at, x, scores);
          return scores;
        });
        check_same_bits([&] {
          Matrix scores(9, documents);
          ranker->score_many(at.transpose().replicate(9, 1), x, scores);
          return scores;
        });
        check_same_bits([&] {
          std::vector<Index> shown(documents);
          std::iota(shown.begin(), shown.end(), Index{0});
          const Vector weights = drawn(documents, 8);
          Vector into = at;
          test::gradient_step(*ranker, into, x, shown,
                              {weights.data(), shown.size()}, into);
          return into;
        });
      }
}

TEST_CASE("learners send the same bits on all registers") {
  for (const char* const learner : {"pdgd", "es", "dbgd"})
    for (const char* const ranker : {"linear", "neural", "neural-relu"})
      check_same_bits([&] { return learn(learner, ranker, 10); });
}

TEST_CASE("robust rules give the same bits on all registers") {
  for (const char* const rule : {"median", "trimmed-mean"})
    check_same_bits([&] {
      Matrix models = drawn(21 * 13, 9).reshaped<Eigen::RowMajor>(21, 13);
      Vector shares(21);
      RuleOptions options;
      options.malicious = 4;
      const Vector global = Vector::Zero(13);
      const Vector result =
          find(aggregation_rules(), rule)
              .make(options)
              ->aggregate({models, {}, global}, {shares.data(), 21});
      Vector all(34);
      all << result, shares;
      return all;
    });
}

TEST_CASE("products of matrices have the same bits on all processors") {
  // Rows remain after whole blocks; 600 numbers fill a cache of 32 kB, not 48.
  std::uint64_t bits = 0;
  for (const Index rows : {22, 23, 25})
    for (const Index columns : {46, 600}) {
      const Matrix factor =
          drawn(rows * columns, 10).reshaped<Eigen::RowMajor>(rows, columns);
      const Matrix product = factor * factor.transpose();
      for (const double value : product.reshaped())
        bits = mixed(bits ^ std::bit_cast<std::uint64_t>(value));
    }
  CHECK(bits == 0x6a0c4ea6c6873e42u);
}

}  // namespace fedltr::wide_test
