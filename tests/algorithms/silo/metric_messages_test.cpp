#include "algorithms/silo/metric_messages.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/silo/shared_metrics.hpp"

namespace fedltr::metric_messages_test {
namespace {

std::string refusal(const std::vector<SealedMeans>& means) {
  try {
    require_sealed(means, 4, 2);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

SealedMeans of(std::uint32_t party, std::size_t size = sealed_size(2)) {
  return {party, ByteVector(size)};
}

}  // namespace

TEST_CASE("a missing member's means leave its own aside") {
  const std::map<std::uint32_t, std::uint32_t> members = {
      {0, 9}, {1, 9}, {3, 9}};
  CHECK(missing_from({of(0), of(3)}, members, 1).empty());
  CHECK(missing_from({of(0)}, members, 1) == std::vector<std::uint32_t>{3});
  CHECK(missing_from({}, members, 0) == std::vector<std::uint32_t>{1, 3});
}

TEST_CASE("sealed means are as long as their metrics are many") {
  for (const std::size_t metrics : {0, 1, 7}) {
    const MetricMeans means{3, std::vector<double>(metrics)};
    CHECK(encode(means).size() + kSealBytes == sealed_size(metrics));
  }
}

TEST_CASE("metrics of unknown or doubled parties or another size are refused") {
  CHECK(refusal({}).empty());
  CHECK(refusal({of(0), of(3)}).empty());
  CHECK(refusal({of(0), of(4)}) == "holds metrics of no party");
  const std::string twice = "holds metrics of a party twice, or not in order";
  CHECK(refusal({of(1), of(1)}) == twice);
  CHECK(refusal({of(2), of(1)}) == twice);
  const std::string size = "holds sealed metrics of the wrong size";
  CHECK(refusal({of(1, sealed_size(2) - 1)}) == size);
  CHECK(refusal({of(1), of(2, sealed_size(3))}) == size);
}

TEST_CASE("metrics come back from their bytes, and no part of them does") {
  const SealedMetrics sealed{{of(1), of(2)}};
  const ByteVector bytes = encode(sealed);
  CHECK(decode<SealedMetrics>(bytes).means.at(1).party == 2);
  CHECK(decode<MetricsOfOthers>(bytes).means.size() == 2);
  for (std::size_t size = 1; size < bytes.size(); ++size)
    if (size != bytes.size() / 2)  // that is one of the two
      CHECK_THROWS_AS(decode<SealedMetrics>(std::span(bytes).first(size)),
                      std::invalid_argument);
}

}  // namespace fedltr::metric_messages_test
