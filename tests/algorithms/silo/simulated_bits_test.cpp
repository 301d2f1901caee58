#include "algorithms/silo/simulated_bits.hpp"

#include <doctest/doctest.h>

namespace fedltr::simulated_bits_test {
namespace {

std::vector<std::uint64_t> three_of(const Bits& bits) {
  return {bits(), bits(), bits()};
}

/// 1, 2, 3 ... for the system's.
BitsSource counting(const std::shared_ptr<std::uint64_t>& drawn =
                        std::make_shared<std::uint64_t>(0)) {
  return {1, [drawn] { return ++*drawn; }};
}

}  // namespace

TEST_CASE("simulated bits follow from seed, purpose, entity and round") {
  const BitsSource source(7);
  const auto bits = three_of(source(Purpose::kObfuscation, 1, 2));
  CHECK(bits == three_of(simulated_bits(7, Purpose::kObfuscation, 1, 2)));
  CHECK(bits != three_of(source(Purpose::kObfuscation, 1, 3)));
}

TEST_CASE("the system's bits are new each time") {
  const BitsSource source = counting();
  CHECK(three_of(source(Purpose::kSketchNoise, 1, 2)) !=
        three_of(source(Purpose::kSketchNoise, 1, 2)));
}

TEST_CASE("a question is hidden in one way from all asked parties") {
  const BitsSource source = counting();
  const BitsSource copy = source;
  const auto first = three_of(source(Purpose::kObfuscation, 1, 2));
  CHECK(three_of(copy(Purpose::kObfuscation, 1, 2)) == first);
  const Bits longer = copy(Purpose::kObfuscation, 1, 2);
  CHECK(three_of(longer) == first);
  CHECK(three_of(longer) != first);
  CHECK(three_of(source(Purpose::kObfuscation, 1, 3)) != first);
  CHECK(three_of(source(Purpose::kObfuscation, 2, 2)) != first);
  const BitsSource other(1, [] { return std::uint64_t{5}; });
  CHECK(three_of(other(Purpose::kObfuscation, 1, 2)) != first);
}

TEST_CASE("a source keeps no data of the questions that it hid") {
  const auto drawn = std::make_shared<std::uint64_t>(0);
  const BitsSource source = counting(drawn);
  const std::uint64_t before = *drawn;
  const auto first = three_of(source(Purpose::kObfuscation, 1, 0));
  for (std::uint32_t question = 1; question < 1000; ++question)
    CHECK(three_of(source(Purpose::kObfuscation, 1, question)) != first);
  // Drawing again for each question would have changed both.
  CHECK(*drawn == before);
  CHECK(three_of(source(Purpose::kObfuscation, 1, 0)) == first);
}

}  // namespace fedltr::simulated_bits_test
