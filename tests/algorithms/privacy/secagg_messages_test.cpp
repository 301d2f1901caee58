#include "algorithms/privacy/secagg_messages.hpp"

#include <doctest/doctest.h>

namespace fedltr::secagg_messages_test {

TEST_CASE("messages of clients and server read back as written") {
  const auto neighbours = read_letter<Neighbours>(
      write_letter(Neighbours{{1, 5}, std::string(2 * kKeyBytes, 'k'), 2, 9}));
  CHECK(neighbours.clients == std::vector<std::uint32_t>{1, 5});
  CHECK(neighbours.keys == std::string(2 * kKeyBytes, 'k'));
  CHECK(neighbours.threshold == 2);
  CHECK(neighbours.all == 9);
  const auto shares =
      read_letter<Shares>(write_letter(Shares{"a", "bc", "def", ""}));
  CHECK(shares.deposit == "a");
  CHECK(shares.sealed == "bc");
  CHECK(shares.dealt == "def");
  CHECK(shares.checks.empty());
  const auto survivors =
      read_letter<Survivors>(write_letter(Survivors{{2}, {3, 4}}));
  CHECK(survivors.survived == std::vector<std::uint32_t>{2});
  CHECK(survivors.dropped == std::vector<std::uint32_t>{3, 4});
  const auto opened =
      read_letter<Opened>(write_letter(Opened{{7}, {1, 2, 3, 4, ~0ULL}}));
  CHECK(opened.shares.back() == ~0ULL);
}

TEST_CASE("truncated and overlong bytes are refused") {
  const std::string bytes = write_letter(Incoming{{1, 2, 3}, "sealed"});
  CHECK(read_letter<Incoming>(bytes).sealed == "sealed");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_THROWS_AS(read_letter<Incoming>(bytes.substr(0, size)), ArchiveError);
  CHECK_THROWS_AS(read_letter<Incoming>(bytes + '\0'), ArchiveError);
}

}  // namespace fedltr::secagg_messages_test
