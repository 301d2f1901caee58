#include "app/cli/search/live_search.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"

namespace fedltr::live_search_test {

TEST_CASE("a document's number is looked up by its owner alone") {
  CHECK(place_of_document("south#7", "south", 8) == 7);
  CHECK(place_of_document("7", "south", 8) == 7);
  CHECK(place_of_document("a#b#7", "a#b", 8) == 7);
  CHECK(place_of_document("south#7", "", 8) == 7);
  for (const char* wrong : {"east#7", "south#8", "south#", "south#x", "#7", ""})
    CHECK_THROWS_WITH_AS(
        place_of_document(wrong, "south", 8),
        doctest::Contains("expected south#NUMBER, from 0 to 7"), UsageError);
}

}  // namespace fedltr::live_search_test
