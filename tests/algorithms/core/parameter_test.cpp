#include "algorithms/core/parameter.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::parameter_test {
namespace {

const Parameter kScale =
    real_parameter("scale", 2.5, kPositive, "how much it grows");

bool allows(const Parameter& parameter, const ParameterValue& value) {
  try {
    parameter.check(value);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a parameter that was not set has its default") {
  const ParameterValues none;
  CHECK(none.real(kScale) == 2.5);
  ParameterValues values = {{"scale", 4.0}};
  CHECK(values.real(kScale) == 4);
  values.erase("scale");
  CHECK(values.real(kScale) == 2.5);
  CHECK(values.empty());
}

TEST_CASE("a value out of range is refused with its name and what is allowed") {
  const ParameterValues values = {{"scale", -1.0}};
  CHECK_THROWS_WITH_AS(values.real(kScale), "scale: expected a number above 0",
                       std::invalid_argument);
  CHECK_FALSE(allows(kScale, 0.0));
  CHECK_FALSE(allows(kScale, std::nan("")));
  CHECK_FALSE(allows(kScale, std::numeric_limits<double>::infinity()));
  CHECK(allows(kScale, 1e-9));
}

TEST_CASE("a value of another type is refused") {
  CHECK_FALSE(allows(kScale, std::uint64_t{1}));
  CHECK_FALSE(allows(kScale, true));
  CHECK_FALSE(allows(flag_parameter("on", true, ""), "yes"));
}

TEST_CASE("integers, names and lists keep their bounds") {
  const auto whole = whole_parameter("n", 3, 2, 5, "");
  CHECK_FALSE(allows(whole, std::uint64_t{1}));
  CHECK(allows(whole, std::uint64_t{2}));
  CHECK(allows(whole, std::uint64_t{5}));
  CHECK_FALSE(allows(whole, std::uint64_t{6}));
  const auto name = choice_parameter("c", {"red", "blue"}, "");
  CHECK(ParameterValues().choice(name) == "red");
  CHECK(allows(name, "blue"));
  CHECK_FALSE(allows(name, "green"));
  const auto list = wholes_parameter("w", {1, 2}, 1, 9, "");
  CHECK(allows(list, std::vector<std::uint64_t>{9}));
  CHECK_FALSE(allows(list, std::vector<std::uint64_t>{3, 10}));
  CHECK_FALSE(allows(list, std::vector<std::uint64_t>{}));
  CHECK(allows(reals_parameter("r", {}, kProbability, ""),
               std::vector<double>{}));
}

TEST_CASE("the allowed range reads as a sentence") {
  const auto text = [](ValueRange range) {
    return real_parameter("x", 0.5, range, "").allowed();
  };
  CHECK(text({}) == "a number");
  CHECK(text(kPositive) == "a number above 0");
  CHECK(text(kNotNegative) == "a number from 0");
  CHECK(text(kProbability) == "a number 0 to 1");
  CHECK(text(kShare) == "a number above 0, at most 1");
  CHECK(text({.min = 0, .max = 1, .open_max = true}) ==
        "a number from 0, below 1");
  CHECK(text({.min = 0, .max = 1, .open_min = true, .open_max = true}) ==
        "a number between 0 and 1");
  CHECK(text({-1e6, 1e6}) == "a number -1e6 to 1e6");
  CHECK(flag_parameter("f", true, "").allowed() == "yes | no");
  CHECK(choice_parameter("c", {"a", "b"}, "").allowed() == "a | b");
  CHECK(wholes_parameter("w", {1}, 1, 9, "").allowed() ==
        "integers 1 to 9, separated by commas");
}

TEST_CASE("a value is written as a user would") {
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(std::uint64_t{49}) == "49");
  CHECK(text_of(false) == "no");
  CHECK(text_of("maxrr") == "maxrr");
  CHECK(text_of(std::vector<double>{0, .5, 1}) == "0, 0.5, 1");
  CHECK(text_of(std::vector<std::uint64_t>{}).empty());
}

TEST_CASE("a method knows its parameters, and is found by its name") {
  const Methods<int> table = {{"a", "", "", {kScale}, 1}, {"b", "", "", {}, 2}};
  CHECK(find(table, "a").has(kScale));
  CHECK_FALSE(find(table, "b").has(kScale));
  CHECK_THROWS_WITH_AS(find(table, "c"), "unknown name 'c', known are: a, b",
                       std::invalid_argument);
}

TEST_CASE("every text of a number reads back as the number") {
  Rng rng(1, Purpose::kTest);
  for (int i = 0; i < 2000; ++i) {
    const auto number = std::bit_cast<double>(rng());
    if (!std::isfinite(number)) continue;
    CHECK(std::strtod(text_of(number).c_str(), nullptr) == number);
  }
  CHECK(text_of(-0.0) == "-0");
  CHECK(text_of(1.0) == "1");
  CHECK(text_of(~std::uint64_t{0}) == "18446744073709551615");
  CHECK(text_of(true) == "yes");
  CHECK(text_of(std::vector<std::uint64_t>{1, 3, 5}) == "1, 3, 5");
}

TEST_CASE("a bound is within, an open one is not") {
  const auto holds = [](ValueRange range, double number) {
    return allows(real_parameter("x", 0.5, range, ""), number);
  };
  const double least = 5e-324;
  const double below_one = std::nextafter(1.0, 0.0);
  CHECK(holds(kProbability, 0.0));
  CHECK(holds(kProbability, 1.0));
  CHECK_FALSE(holds(kProbability, -least));
  CHECK_FALSE(holds(kProbability, std::nextafter(1.0, 2.0)));
  CHECK_FALSE(holds(kShare, 0.0));
  CHECK(holds(kShare, least));
  CHECK(holds(kShare, 1.0));
  const ValueRange open{.min = 0, .max = 1, .open_min = true, .open_max = true};
  CHECK(holds(open, below_one));
  CHECK_FALSE(holds(open, 1.0));
  // Without a bound a number is still finite.
  CHECK(holds({}, -1.7e308));
  CHECK_FALSE(holds({}, -std::numeric_limits<double>::infinity()));
}

TEST_CASE("each number of a list is checked") {
  const auto list = reals_parameter("shares", {0.5}, kShare, "");
  using Reals = std::vector<double>;
  CHECK(allows(list, Reals{1, 0.25}));
  CHECK_FALSE(allows(list, Reals{1, 0.25, 0}));
  CHECK_FALSE(allows(list, Reals{std::nan(""), 1}));
  CHECK_FALSE(allows(list, Reals{}));
  CHECK_FALSE(allows(list, std::vector<std::uint64_t>{1}));
  const ParameterValues values = {{"shares", Reals{2}}};
  CHECK_THROWS_WITH(
      values.reals(list),
      "shares: expected numbers above 0, at most 1, separated by commas");
}

TEST_CASE("values are set, replaced and read by their type") {
  const auto count = whole_parameter("count", 3, 1, 9, "");
  const auto flag = flag_parameter("flag", false, "");
  const auto name = choice_parameter("name", {"a", "b"}, "");
  const auto list = wholes_parameter("list", {1, 2}, 1, 9, "");
  ParameterValues values;
  values.set("count", std::uint64_t{7});
  values.set("count", std::uint64_t{8});
  values.set("flag", true);
  values.set("name", "b");
  values.set("list", std::vector<std::uint64_t>{9});
  CHECK(values.whole<std::int8_t>(count) == 8);
  CHECK(values.flag(flag));
  CHECK(values.choice(name) == "b");
  CHECK(values.wholes(list) == std::vector<std::uint64_t>{9});
  values.erase("nothing");
  values.erase("list");
  CHECK(values.wholes(list) == std::vector<std::uint64_t>{1, 2});
  values.set("count", std::uint64_t{10});
  CHECK_THROWS_WITH(values.whole(count), "count: expected an integer 1 to 9");
  values.set("name", "c");
  CHECK_THROWS_WITH(values.choice(name), "name: expected a | b");
  values.set("flag", 1.0);
  CHECK_THROWS_WITH(values.flag(flag), "flag: expected yes | no");
  CHECK_THROWS_WITH(choice_parameter("name", {}, ""), "a choice needs names");
}

}  // namespace fedltr::parameter_test
