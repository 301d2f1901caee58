#include "algorithms/core/method.hpp"

#include <functional>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "algorithms/unlearning/schedule.hpp"

namespace fedltr::method_test {
namespace {

void check_table(const auto& methods) {
  std::set<std::string> names;
  for (const auto& method : methods) {
    CAPTURE(method.name);
    CHECK(names.insert(method.name).second);
    CHECK(method.name.find_first_not_of(
              "abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos);
    CHECK_FALSE(method.summary.empty());
    CHECK(&find(methods, method.name) == &method);
  }
  CHECK_FALSE(names.empty());
}

}  // namespace

TEST_CASE("the methods of each table have names of their own and a summary") {
  check_table(aggregation_rules());
  check_table(attacks());
  check_table(click_models());
  check_table(learners());
  check_table(rankers());
  check_table(splits());
  check_table(unlearning_methods());
}

TEST_CASE("an unknown name is answered with the known ones") {
  CHECK_THROWS_WITH_AS(
      find(rankers(), "lineer"),
      doctest::Contains("unknown name 'lineer', known are: linear"),
      std::invalid_argument);
  // A beginning of a name is not the name.
  CHECK_THROWS_AS(find(rankers(), "line"), std::invalid_argument);
  CHECK_THROWS_AS(find(rankers(), ""), std::invalid_argument);
}

}  // namespace fedltr::method_test
