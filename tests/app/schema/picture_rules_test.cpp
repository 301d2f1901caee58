#include "app/schema/picture_rules.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/refusals.hpp"

namespace fedltr::picture_rules_test {
namespace {

const std::string kGridText =
    "[clicks]\nmodel = pbm\n"
    "[grid]\naggregation.rule = mean, median, krum\n"
    "scale = small: federation.clients=10, large: federation.clients=20\n";

std::string refusal(const std::string& text,
                    const std::vector<std::string>& settings = {}) {
  return test::refusal_in(kGridText + text, settings);
}

}  // namespace

TEST_CASE("a figure and a table name keys of the grid") {
  CHECK(refusal("[figure]\nx = round\nlines = aggregation.rule\n"
                "panels = grid.scale\nmetric = online_ndcg@10\n"
                "baseline = aggregation.rule=mean\n"
                "[table]\nrows = aggregation.rule\ncolumns = "
                "federation.clients\nmetric = ndcg@10, bytes_up\n"
                "baseline = aggregation.rule=median\n") == "");
  // A key that --set takes out of the grid leaves one line.
  CHECK(refusal("[figure]\nx = round\nlines = aggregation.rule\n",
                {"aggregation.rule=mean"}) == "");
  CHECK(refusal("[figure]\nx = round\nlines = aggregation.rule\n"
                "baseline = aggregation.rule=mean\n",
                {"aggregation.rule=median"}) == "");
}

TEST_CASE("wrong pictures are refused in one line") {
  const auto figure = [](const std::string& keys) {
    return refusal("[figure]\nx = round\n" + keys + "\n");
  };
  CHECK(figure("lines = aggregation.rul") ==
        "s.ini:8: figure.lines = aggregation.rul: unknown key "
        "'aggregation.rul'; nearest is 'aggregation.rule' (all: fedltr list "
        "keys)");
  CHECK(figure("lines = clicks.model")
            .ends_with("clicks.model is not varied by the [grid]; it varies "
                       "aggregation.rule, grid.scale"));
  CHECK(figure("lines = grid.scal").find("is not varied") != std::string::npos);
  CHECK(figure("panels = aggregation.rule, aggregation.rule")
            .ends_with("aggregation.rule has two places in this picture"));
  CHECK(figure("metric = ndcg10")
            .find("unknown metric 'ndcg10'; nearest is "
                  "'ndcg@10'") != std::string::npos);
  const std::string lines = "lines = aggregation.rule\n";
  CHECK(figure(lines + "baseline = aggregation.rule=flame")
            .ends_with("matches no aggregation.rule"));
  CHECK(figure(lines + "baseline = clicks.model=pbm")
            .ends_with("matches several of aggregation.rule: krum; mean; "
                       "median"));
  CHECK(refusal("[figure]\nx = unlearning\n")
            .ends_with("figure.x = unlearning: no client is unlearned; "
                       "expected round, or unlearning.clients"));
  CHECK(refusal("[table]\nrows = aggregation.rule\nbaseline = "
                "aggregation.rule=flame\n")
            .ends_with("matches no aggregation.rule"));
  CHECK(refusal("[silo]\n").find("picture") == std::string::npos);
}

}  // namespace fedltr::picture_rules_test
