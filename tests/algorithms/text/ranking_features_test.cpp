#include "algorithms/text/ranking_features.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::ranking_features_test {
namespace {

// Ten documents; titles of 4 terms, bodies of 20 on average.
const std::array<FieldStatistics, 2> kFields2 = {{{10, 4}, {10, 20}}};
// The first term: in 2 titles (2 times of 40) and 3 bodies (6 times of 200).
// The second: in no title, in 5 bodies (5 times).
const std::vector<TermStatistics> kTitle = {{2, 0.05}, {0, 0}};
const std::vector<TermStatistics> kBody = {{3, 0.03}, {5, 0.025}};

using Values = std::array<double, kRankingFeatures>;

Values of(const std::vector<TermStatistics>& title,
          const std::vector<TermStatistics>& body,
          const std::vector<double>& in_title,
          const std::vector<double>& in_body) {
  const RankingFeatures features(kFields2, title, body);
  Values values{};
  features.write({in_title, in_body}, {4.0, 10.0}, {1.5, 2.5}, values);
  return values;
}

}  // namespace

TEST_CASE("ranking features by hand") {
  const double idf0 = std::log((10 - 3 + 0.5) / (3 + 0.5) + 1);
  const double idf1 = std::log((10 - 5 + 0.5) / (5 + 0.5) + 1);
  const double unit = (idf0 + idf1) / 10;
  // A title of 4 terms has norm 1, a body of 10 has 1 - .75 + .75 / 2 = .625.
  const double found0 = 3 * 1 + 2 / 0.625;
  const double found1 = 1 / 0.625;
  const double f0 = found0 * 2.2 / (found0 + 1.2);
  const double f1 = found1 * 2.2 / (found1 + 1.2);
  const Values values = of(kTitle, kBody, {1, 0}, {2, 1});
  CHECK(values[0] == doctest::Approx(1.5 / unit));
  CHECK(values[1] == doctest::Approx(2.5 / unit));
  CHECK(values[2] == doctest::Approx((idf0 * std::log(1 + 8.0 / 3) * f0 +
                                      idf1 * std::log(1 + 5.0 / 5) * f1) /
                                     unit));
  const double lift0 = (2.5 / 4) / (5.0 / 20);
  const double lift1 = (0.5 / 4) / (7.0 / 20);
  CHECK(values[3] == doctest::Approx((idf0 * std::log(1 + lift0) * f0 +
                                      idf1 * std::log(1 + lift1) * f1) /
                                     unit));
}

TEST_CASE("ranking features without counts are 0 for any k1 and b") {
  const std::vector<double> none(2);
  const std::vector<double> in_body = {2, 0};
  Values values{};
  const RankingFeatures no_saturation(kFields2, kTitle, kBody, {.k1 = 0});
  no_saturation.write({none, in_body}, {4, 10}, {0, 0}, values);
  const double idf0 = std::log((10 - 3 + 0.5) / (3 + 0.5) + 1);
  const double idf1 = std::log((10 - 5 + 0.5) / (5 + 0.5) + 1);
  CHECK(values[2] ==
        doctest::Approx(10 * std::log(1 + 8.0 / 3) * idf0 / (idf0 + idf1)));
  const RankingFeatures full_length(kFields2, kTitle, kBody, {.b = 1});
  full_length.write({none, none}, {0, 0}, {0, 0}, values);
  CHECK(values[2] == 0);
  CHECK(values[3] == 0);
}

TEST_CASE("a repeated query has the same term features") {
  const Values once = of({kTitle[0]}, {kBody[0]}, {1}, {2});
  const Values twice =
      of({kTitle[0], kTitle[0]}, {kBody[0], kBody[0]}, {1, 1}, {2, 2});
  CHECK(twice[2] == doctest::Approx(once[2]));
  CHECK(twice[3] == doctest::Approx(once[3]));
}

TEST_CASE("a field that no document has, or few, leaves the features alone") {
  const auto of_titles = [](double mean_length) {
    const std::array<FieldStatistics, 2> fields = {
        {{10, mean_length}, {10, 20}}};
    const std::vector<TermStatistics> none(2);
    const RankingFeatures features(fields, none, kBody);
    const std::vector<double> no_count(2);
    const std::vector<double> in_body = {2, 1};
    Values values{};
    features.write({no_count, in_body}, {0, 10}, {0, 2.5}, values);
    return values;
  };
  const double f0 = 2 / 0.625 * 2.2 / (2 / 0.625 + 1.2);
  const double f1 = 1 / 0.625 * 2.2 / (1 / 0.625 + 1.2);
  const double idf0 = std::log((10 - 3 + 0.5) / (3 + 0.5) + 1);
  const double idf1 = std::log((10 - 5 + 0.5) / (5 + 0.5) + 1);
  // Each term is as topical as in a collection whose titles are like bodies.
  CHECK(of_titles(0)[3] ==
        doctest::Approx(10 * std::log(2) * (idf0 * f0 + idf1 * f1) /
                        (idf0 + idf1)));
  CHECK(of_titles(0)[0] == 0);
  // One title in a thousand documents counts as titles of one term.
  CHECK(of_titles(1e-3) == of_titles(1));
  CHECK(of_titles(1e-3)[3] < 30);
}

TEST_CASE("terms in no document, and noisy counts, are harmless") {
  CHECK(of({{0, 0}}, {{0, 0}}, {0}, {0}) == Values{});
  // Below 0 and above the length.
  CHECK(of(kTitle, kBody, {-3, 0}, {50, -1}) ==
        of(kTitle, kBody, {0, 0}, {10, 0}));
}

}  // namespace fedltr::ranking_features_test
