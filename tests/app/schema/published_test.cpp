#include "app/schema/published.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/results/manifest.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/refusals.hpp"

namespace fedltr::published_test {
using test::TemporaryFolder;

namespace {

std::string problem(const std::string& text) {
  try {
    read_published(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

const std::string kStudy =
    "[grid]\naggregation.rule = mean, median\n"
    "scale = small: federation.clients=10, large: federation.clients=20\n";

std::string refusal(const std::string& text,
                    const std::vector<std::string>& settings = {}) {
  return test::refusal_in(kStudy + text, settings);
}

}  // namespace

TEST_CASE("a place of a published value is settings, one of them a list") {
  const auto values =
      read_published("a.b=1 c=x,y: .5, -2e1; metric=err grid.scale=small: 3");
  REQUIRE(values.size() == 3);
  using Place = std::vector<std::pair<std::string, std::string>>;
  CHECK(values[0].place == Place{{"a.b", "1"}, {"c", "x"}});
  CHECK(values[0].value == 0.5);
  CHECK(values[1].place == Place{{"a.b", "1"}, {"c", "y"}});
  CHECK(values[1].value == -20);
  CHECK(values[2].place == Place{{"metric", "err"}, {"grid.scale", "small"}});
  CHECK(read_published("").empty());
  // A value for all places.
  CHECK(read_published(": 3")[0].place.empty());
}

TEST_CASE("other texts are no published values") {
  CHECK(problem("a.b=1") == "'a.b=1': expected section.key=value ...: number");
  CHECK(problem("a.b=1: high") == "'high' is no number");
  CHECK(problem("a.b=1: nan") == "'nan' is no number");
  CHECK(problem("a.b=1,2: 3") ==
        "'a.b=1,2: 3': expected a number for each place, got 1 for 2");
  CHECK(problem("a.b=1,2 c=3,4: 5, 6") ==
        "'c=3,4': only one setting may list several values");
  CHECK(problem("small: 5") ==
        "'small': expected section.key=value without blanks");
  CHECK(problem("a.b=1 a.b=2: 5") == "names a.b twice");
}

TEST_CASE("published values have a place in the picture") {
  const std::string table =
      "[table]\nrows = aggregation.rule\ncolumns = grid.scale\n";
  const std::string good =
      table +
      "published = aggregation.rule=mean grid.scale=small,large: 1, 2\n"
      "published = federation.clients=20 aggregation.rule=median: 3\n";
  CHECK(refusal(good) == "");
  // A point that --set takes out leaves its value unused.
  CHECK(refusal(good, {"grid.scale=small"}) == "");
  CHECK(refusal(table + "published = aggregation.rule=krum: 1\n") ==
        "s.ini:7: table.published = aggregation.rule=krum: 1: no point of the "
        "[grid] has aggregation.rule = krum");
  CHECK(refusal(table + "published = clicks.model=pbm: 1\n")
            .find("clicks.model is not varied by the [grid]") !=
        std::string::npos);
  CHECK(refusal(table + "metric = ndcg@10, online_ndcg@10\n"
                        "published = aggregation.rule=mean: 1\n")
            .ends_with("names no metric; expected metric= one of ndcg@10, "
                       "online_ndcg@10"));
  CHECK(refusal(table + "published = metric=err: 1\n")
            .ends_with("this picture has no metric 'err'; it has ndcg@10"));
  const std::string figure = "[figure]\nx = round\nlines = grid.scale\n";
  CHECK(refusal(figure + "published = round=100 grid.scale=small: 1\n") == "");
  CHECK(refusal(figure + "published = grid.scale=small: 1\n")
            .ends_with("names no place on the axis; expected round=NUMBER"));
  CHECK(refusal(figure + "published = round=0: 1\n")
            .ends_with("round: expected a number from 1"));
  CHECK(refusal("[figure]\nsource = a paper\n")
            .ends_with("has no effect here; needs figure.x"));
}

TEST_CASE("the file that includes another replaces its published values") {
  const TemporaryFolder folder;
  folder.write("base.ini",
               kStudy +
                   "[table]\nrows = aggregation.rule\nsource = one\n"
                   "published = aggregation.rule=mean: 1\n");
  const auto read = read_scenario(
      folder.write("s.ini",
                   "include = base.ini\n[table]\nsource = another\n"
                   "published = aggregation.rule=median: 2\n"),
      {});
  const Json manifest =
      Json::parse(manifest_text(read.points[0].scenario, {}, {}, ""));
  CHECK(manifest["table"]["source"] == "another");
  REQUIRE(manifest["table"]["published"].size() == 1);
  CHECK(manifest["table"]["published"][0] ==
        Json({{"at", {{"aggregation.rule", "median"}}},
              {"value", 2.0},
              {"printed", "2"}}));
}

}  // namespace fedltr::published_test
