#include "algorithms/core/traced_stream.hpp"

#include <vector>

#include <doctest/doctest.h>

namespace fedltr::traced_stream_test {
namespace {

std::vector<StreamKey> seen;

}  // namespace

TEST_CASE("a traced stream is the stream of its key, and its key is seen") {
  const StreamKey key{7, Purpose::kTest, 2, 3};
  CHECK(traced_stream(key)() == Rng(7, Purpose::kTest, 2, 3)());
  CHECK(seen.empty());
  stream_trace = [](const StreamKey& each) { seen.push_back(each); };
  CHECK(traced_stream(key)() == Rng(7, Purpose::kTest, 2, 3)());
  stream_trace = nullptr;
  traced_stream(key);
  CHECK(seen == std::vector{key});
}

}  // namespace fedltr::traced_stream_test
