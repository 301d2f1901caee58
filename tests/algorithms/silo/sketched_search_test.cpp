#include "algorithms/silo/sketched_search.hpp"

#include <numeric>
#include <thread>

#include <doctest/doctest.h>

#include "algorithms/silo/shared_features.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::sketched_search_test {
using namespace fedltr::test;

namespace {

/// Test queries of both parties, all documents candidates.
std::vector<TestQuery> tests() {
  std::vector<TestQuery> all;
  for (std::uint32_t party = 0; party < 2; ++party)
    for (std::size_t i = 0; i < 3; ++i) {
      TestQuery test{party, small_shares()[party].queries[i], {}, {}, {}, {}};
      test.documents.resize(small_collection().documents());
      std::iota(test.documents.begin(), test.documents.end(), 0U);
      all.push_back(test);
    }
  return all;
}

/// Sketches so wide that terms hardly ever share a column, and lists that hold
/// all documents.
SiloProtocol wide(const std::string& noise) {
  SiloProtocol protocol = small_protocol("off", false);
  protocol.shape = {SketchKind::kCount, 7, 20000};
  protocol.frequency = {SketchKind::kCount, 7, 20000};
  protocol.obfuscation = {7};
  protocol.noise = make_sketch_noise(noise, {0.01, 7, 20000});
  protocol.capacity = 1000;
  protocol.top.documents = 120;
  return protocol;
}

std::vector<Matrix> search(const SiloProtocol& protocol,
                           const std::vector<TestQuery>& asked) {
  return sketched_features(small_collection(), small_shares(), protocol, asked,
                           5);
}

Matrix exact(const TestQuery& test, const FeatureConstants& constants = {}) {
  const CollectionStatistics statistics(small_collection());
  ExactFeatures features(small_collection(), statistics, constants);
  std::vector<Judgement> pairs;
  for (const std::uint32_t document : test.documents)
    pairs.push_back({test.query, document, 0});
  return features.of(std::span<const Judgement>(pairs));
}

bool is_own(const TestQuery& test, std::size_t i) {
  return std::ranges::binary_search(small_shares()[test.party].documents,
                                    test.documents[i]);
}

}  // namespace

TEST_CASE("without noise and collisions parties' answers are exact") {
  const auto asked = tests();
  const auto features = search(wide("off"), asked);
  REQUIRE(features.size() == asked.size());
  for (std::size_t t = 0; t < asked.size(); ++t) {
    const Matrix expected = exact(asked[t]);
    Index found = 0;
    for (Index i = 0; i < expected.rows(); ++i) {
      const auto row = features[t].row(i);
      // A document of another party without a term in its body is not found.
      if (row.isZero()) {
        CHECK_FALSE(is_own(asked[t], static_cast<std::size_t>(i)));
        CHECK(expected(i, kBodyBm25) == 0);
      } else {
        CHECK(row.isApprox(expected.row(i), 1e-9));
        ++found;
      }
    }
    CHECK(found > 60);
  }
}

TEST_CASE("parties compute features with the protocol's constants") {
  const auto asked = tests();
  SiloProtocol protocol = wide("off");
  protocol.constants = {2, 0.25, 0.5, 10, 0.125};
  const auto features = search(protocol, asked);
  for (std::size_t t = 0; t < asked.size(); ++t) {
    const Matrix expected = exact(asked[t], protocol.constants);
    const Matrix usual = exact(asked[t]);
    for (Index i = 0; i < expected.rows(); ++i)
      if (const auto row = features[t].row(i); !row.isZero()) {
        CHECK(row.isApprox(expected.row(i), 1e-9));
        CHECK_FALSE(row.isApprox(usual.row(i), 1e-9));
      }
  }
}

TEST_CASE("noise is on others' documents alone, the same each time") {
  const auto asked = tests();
  const auto noisy = search(wide("paper"), asked);
  CHECK(noisy == search(wide("paper"), asked));
  std::size_t changed = 0;
  for (std::size_t t = 0; t < asked.size(); ++t) {
    const Matrix expected = exact(asked[t]);
    for (Index i = 0; i < expected.rows(); ++i) {
      const bool same = noisy[t].row(i).isApprox(expected.row(i), 1e-9);
      if (is_own(asked[t], static_cast<std::size_t>(i)))
        CHECK(same);
      else
        changed += !same;
    }
  }
  CHECK(changed > 100);
}

TEST_CASE("owners give the same bits in any order, and side by side") {
  const auto backwards = [](std::size_t count, const auto& work) {
    while (count-- > 0) work(count);
  };
  const auto at_once = [](std::size_t count, const auto& work) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work, i);
  };
  for (const char* noise : {"off", "sound"}) {
    const SiloProtocol protocol = wide(noise);
    const auto search_by = [&](const DoAll& do_all) {
      return sketched_features(small_collection(), small_shares(), protocol,
                               tests(), 5, do_all);
    };
    const auto expected = search_by(one_by_one);
    CHECK(search_by(backwards) == expected);
    CHECK(search_by(at_once) == expected);
  }
}

TEST_CASE("answers cover only candidates, and parties that left send none") {
  auto asked = tests();
  for (TestQuery& test : asked) test.documents.resize(10);
  const auto few = search(wide("off"), asked);
  const auto all = search(wide("off"), tests());
  for (std::size_t t = 0; t < asked.size(); ++t)
    CHECK(few[t] == all[t].topRows(10));
  auto shares = small_shares();
  shares[1] = {};
  const auto alone =
      sketched_features(small_collection(), shares, wide("off"), tests(), 5);
  for (std::size_t i = 0; i < 120; ++i)
    CHECK(alone[0].row(static_cast<Index>(i)).isZero() !=
          is_own(tests()[0], i));
}

}  // namespace fedltr::sketched_search_test
