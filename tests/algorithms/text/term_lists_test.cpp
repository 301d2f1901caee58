#include "algorithms/text/term_lists.hpp"

#include <map>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::term_lists_test {
using List = std::vector<TermCount>;

TEST_CASE("a counter counts as a map does, text after text") {
  Rng rng(1, Purpose::kTest);
  TermCounter counter;
  for (int text = 0; text < 100; ++text) {
    // Terms of one text lie far beyond those of the text before.
    const std::uint64_t vocabulary = 1 + rng.below(text % 2 == 0 ? 10 : 100000);
    std::map<TermId, std::int32_t> expected;
    for (std::uint64_t left = rng.below(50); left > 0; --left) {
      const auto term = static_cast<TermId>(rng.below(vocabulary));
      const auto times = static_cast<std::int32_t>(1 + rng.below(3));
      counter.add(term, times);
      expected[term] += times;
    }
    const Terms counted = counter.take();
    REQUIRE(counted.size() == expected.size());
    std::size_t place = 0;
    for (const auto& [term, count] : expected)
      CHECK(counted[place++] == TermCount{term, count});
  }
}

TEST_CASE("a count is found at both ends of a list, and nowhere else") {
  const List terms = {{3, 7}, {5, 1}, {4000000000U, 2}};
  CHECK(count_of(terms, 3) == 7);
  CHECK(count_of(terms, 5) == 1);
  CHECK(count_of(terms, 4000000000U) == 2);
  for (const TermId term : {0U, 2U, 4U, 6U, 3999999999U, 4294967295U})
    CHECK(count_of(terms, term) == 0);
}

TEST_CASE("lists stay where they are when more come and when they are moved") {
  TermLists lists;
  const List first = {{0, 2}, {9, 3}};
  lists.push_back(first);
  lists.push_back({});
  const TermCount* const place = lists[0].data();
  const List many(300000, {1, 1});
  for (int i = 0; i < 5; ++i) lists.push_back(many);
  CHECK(lists[0].data() == place);
  const TermLists moved = std::move(lists);
  CHECK(moved[0].data() == place);
  CHECK(moved[0][1] == TermCount{9, 3});
  CHECK(moved.length(0) == 5);
  CHECK(moved[1].empty());
  CHECK(moved.length(1) == 0);
  CHECK(moved.length(6) == 300000);
  CHECK(moved.size() == 7);
  CHECK(moved.term_counts() == 2 + 5 * 300000);
}

}  // namespace fedltr::term_lists_test
