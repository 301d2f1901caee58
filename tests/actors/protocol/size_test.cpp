#include "actors/protocol/size.hpp"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr::size_test {

TEST_CASE("a length takes a byte for each seven bits, at least one") {
  CHECK(length_size(0) == 1);
  CHECK(length_size(127) == 1);
  CHECK(length_size(128) == 2);
  CHECK(length_size((1U << 14) - 1) == 2);
  CHECK(length_size(1U << 14) == 3);
  CHECK(length_size(std::numeric_limits<std::uint64_t>::max()) == 10);
}

TEST_CASE("numbers take what they take in memory, lists their length besides") {
  CHECK(wire_size(true) == 1);
  CHECK(wire_size(std::uint32_t{1}) == 4);
  CHECK(wire_size(1.5) == 8);
  CHECK(wire_size(SecureStage::kKeys) == sizeof(SecureStage));
  CHECK(wire_size(std::string()) == 1);
  CHECK(wire_size(std::string(200, 'x')) == 2 + 200);
  CHECK(wire_size(std::vector<double>(3)) == 1 + 24);
  CHECK(wire_size(std::vector<std::string>{"a", "bc"}) == 1 + 2 + 3);
}

TEST_CASE("only robust rules make a cohort's message grow per client") {
  CohortUpdate linear;
  linear.sum.weighted = Vector::Ones(10);
  const std::uint64_t plain = wire_size(linear);
  CohortUpdate robust = linear;
  robust.rows = {{1, 2, 3}, Parameters(Vector::Ones(30))};
  CHECK(wire_size(robust) == plain + 3 * 4 + 30 * 8);
}

TEST_CASE("SecAgg messages of a stage are as large as they are together") {
  SecAggMessage letter;
  letter.bytes = std::string(100, 'k');
  SecAggMessages stage;
  const std::uint64_t none = wire_size(stage);
  stage.letters = {letter, letter};
  CHECK(wire_size(stage) == none + 2 * wire_size(letter));
}

}  // namespace fedltr::size_test
