#include "app/base/record_sorter.hpp"

#include <algorithm>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::record_sorter_test {
namespace {

using Records = std::vector<std::pair<std::string, std::string>>;

/// Sorts records by a sorter with that much memory.
Records sorted(const Records& records, std::size_t memory) {
  RecordSorter sorter(memory);
  for (const auto& [key, value] : records) sorter.add(key, value);
  Records found;
  sorter.visit([&](std::string_view key, std::string_view value) {
    found.emplace_back(key, value);
  });
  return found;
}

}  // namespace

TEST_CASE("records are sorted stably, in memory and in runs on disk") {
  Rng rng(1, Purpose::kTest);
  Records records;
  for (int i = 0; i < 20000; ++i)
    records.emplace_back(std::to_string(rng.below(500)), std::to_string(i));
  Records expected = records;
  std::ranges::stable_sort(expected, {},
                           [](const auto& record) { return record.first; });
  // About 30 bytes each: one run, 10 runs, 600 runs, a run for each record.
  for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{60000},
                                   std::size_t{1000}, std::size_t{1}})
    CHECK(sorted(records, memory) == expected);
}

TEST_CASE("keys and values are any bytes, also none or many") {
  const Records records = {{std::string("\xff", 1), ""},
                           {"", "empty"},
                           {std::string("a\0b", 3), std::string("\0", 1)},
                           {"a", std::string(100000, 'x')},
                           {"", "second"}};
  const Records expected = {records[1], records[4], records[3], records[2],
                            records[0]};
  CHECK(sorted(records, 1 << 20) == expected);
  CHECK(sorted(records, 10) == expected);
  CHECK(sorted({}, 10).empty());
}

TEST_CASE("after a visit a sorter is empty and can be used again") {
  RecordSorter sorter(40);
  int visits = 0;
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 10; ++i) sorter.add(sortable(9 - i), "v");
    std::uint64_t next = 0;
    sorter.visit([&](std::string_view key, std::string_view) {
      CHECK(key == sortable(next++));
      ++visits;
    });
  }
  CHECK(visits == 20);
}

TEST_CASE("numbers sort as they should") {
  CHECK(sortable(9) < sortable(10));
  CHECK(sortable(255) < sortable(256));
  CHECK(sortable(~std::uint64_t{0}) > sortable(std::uint64_t{1} << 63U));
}

}  // namespace fedltr::record_sorter_test
