#include "algorithms/silo/count_errors.hpp"

#include <doctest/doctest.h>

#include "algorithms/sketch/theorem_bounds.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::count_errors_test {
using namespace fedltr::test;

namespace {

std::vector<CrossPair> all_pairs() {
  std::vector<CrossPair> pairs;
  for (std::uint32_t q = 0; q < small_collection().queries(); ++q)
    for (std::uint32_t d = 0; d < small_collection().documents(); ++d)
      pairs.push_back({q, d, 0, 0});
  return pairs;
}

BoundChecks checks_of(const SiloProtocol& protocol, std::size_t most = 5000) {
  return check_bounds(small_collection(), protocol, all_pairs(), 1, most);
}

}  // namespace

TEST_CASE("a wide sketch without noise has no error") {
  SiloProtocol protocol = small_protocol("off", false);
  protocol.shape = {SketchKind::kCount, 9, 65536};
  protocol.obfuscation = {9};
  const BoundChecks checks = checks_of(protocol);
  CHECK(checks.query.counts == 20 * 120);
  CHECK(checks.term.counts > checks.query.counts);
  CHECK(checks.term.error < 1e-3);
  CHECK(checks.query.error < 1e-3);
  CHECK(checks.query.bound >= checks.term.bound);
}

TEST_CASE("errors exceed their bounds as rarely as Theorems 2 and 3 promise") {
  for (const char* noise : {"off", "paper", "median-only"})
    for (const std::uint32_t rows : {1U, 3U, 7U}) {
      CAPTURE(noise);
      CAPTURE(rows);
      SiloProtocol protocol = small_protocol(noise, false);
      protocol.shape.columns = 16;
      protocol.obfuscation = {rows};
      const BoundChecks checks = checks_of(protocol);
      CHECK(checks.term.error > 0);
      CHECK(checks.term.error < checks.term.bound);
      CHECK(checks.query.error < checks.query.bound);
      CHECK(checks.term.exceeding <= error_rate(rows));
      CHECK(checks.query.exceeding <= error_rate(rows));
    }
}

TEST_CASE("the noise of a whole answer exceeds the papers' bound") {
  SiloProtocol protocol = small_protocol("sound", false);
  protocol.noise = make_sketch_noise("sound", {0.1, 7, 50});
  CHECK(checks_of(protocol).term.exceeding > 0.1);
}

TEST_CASE("pairs are spread over all, and there are no more than asked for") {
  const SiloProtocol protocol = small_protocol("paper", false);
  const BoundChecks some = checks_of(protocol, 40);
  CHECK(some.query.counts == 40);
  CHECK(some.term.counts >= 80);  // each query has two terms or more
}

TEST_CASE("the theorems are about Count sketches") {
  SiloProtocol protocol = small_protocol("paper", false);
  protocol.shape.kind = SketchKind::kCountMin;
  CHECK(checks_of(protocol).term.counts == 0);
  CHECK(check_bounds(small_collection(), small_protocol("off", false), {}, 1)
            .query.counts == 0);
}

}  // namespace fedltr::count_errors_test
