#include "app/schema/grid_axes.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::grid_axes_test {

namespace {

/// A key of a grid, as line `line` of s.ini.
Setting key_of(const std::string& key, const std::string& text, int line = 2) {
  return {key, {text, "/base"}, "s.ini:" + std::to_string(line)};
}

/// Returns the whole error; empty if the grid is accepted.
std::string refusal(const std::vector<Setting>& grid) {
  return test::error_of<UsageError>([&] { read_axes(grid); });
}

/// Returns the settings of a value as "key=text ...".
std::string settings_of(const GridValue& value) {
  std::string text;
  for (const Setting& each : value.settings)
    text += (text.empty() ? "" : " ") + each.key + "=" + each.value.text;
  return text;
}

}  // namespace

TEST_CASE("a grid of no key has no axis") {
  CHECK(read_axes({}).empty());
}

TEST_CASE("an axis has its values in the order in which they are written") {
  const auto axes = read_axes(
      {key_of("run.seed", "3, 1 ,2"), key_of("learner.rate", "0.1", 3)});
  REQUIRE(axes.size() == 2);
  CHECK(axes[0].key == "run.seed");
  CHECK_FALSE(axes[0].is_named);
  CHECK(axes[0].sets.empty());
  REQUIRE(axes[0].values.size() == 3);
  CHECK(axes[0].values[0].text == "3");
  CHECK(axes[0].values[1].text == "1");
  CHECK(axes[0].values[2].text == "2");
  CHECK(settings_of(axes[0].values[2]) == "run.seed=2");
  CHECK(axes[0].values[2].settings[0].where == "s.ini:2");
  CHECK(axes[0].values[2].settings[0].value.base == "/base");
  CHECK(axes[1].values.size() == 1);
}

TEST_CASE("a value's companions come before the key, by full names") {
  const auto axes =
      read_axes({key_of("attack.kind", "lie, sign-flip  strength=10 start=5")});
  REQUIRE(axes[0].values.size() == 2);
  const GridValue& value = axes[0].values[1];
  CHECK(value.text == "sign-flip  strength=10 start=5");
  CHECK(settings_of(value) ==
        "attack.start=5 attack.strength=10 attack.kind=sign-flip");
  CHECK(settings_of(axes[0].values[0]) == "attack.kind=lie");
}

TEST_CASE("a companion may leave out the name of the method") {
  const auto first = [](const std::string& value) {
    return settings_of(read_axes({key_of("attack.kind", value)})[0].values[0]);
  };
  CHECK(first("lie z=3") == "attack.lie.z=3 attack.kind=lie");
  CHECK(first("lie lie.z=3") == first("lie z=3"));
  CHECK(first("seesaw amplitude=2 step=1") ==
        "attack.seesaw.step=1 attack.amplitude=2 attack.kind=seesaw");
  CHECK(first("promote stealthy=yes") ==
        "attack.promote.stealthy=yes attack.kind=promote");
  CHECK(refusal({key_of("attack.kind", "lie z=3 strength=2")})
            .ends_with("attack.strength = 2: occurs twice in 'lie z=3 "
                       "strength=2'"));
  CHECK(refusal({key_of("attack.kind", "lie factor=3")})
            .starts_with("s.ini:2: attack.factor = 3: unknown key"));
}

TEST_CASE("only words with = at the end of a value are companions") {
  const auto only = [](const std::string& text) {
    return settings_of(read_axes({key_of("attack.kind", text)})[0].values[0]);
  };
  CHECK(only("lie strength=1 x") == "attack.kind=lie strength=1 x");
  // Without a blank before it, a word is the value.
  CHECK(only("strength=1") == "attack.kind=strength=1");
}

TEST_CASE("a companion is written once for a value") {
  CHECK(refusal({key_of("attack.kind", "lie strength=1 strength=3")}) ==
        "s.ini:2: attack.strength = 3: occurs twice in 'lie strength=1 "
        "strength=3'");
  // Different values may have the same companion.
  CHECK(refusal({key_of("attack.kind", "lie strength=1, ipm strength=1")}) ==
        "");
}

TEST_CASE("two keys of a grid set no key in common") {
  CHECK(refusal({key_of("attack.kind", "lie strength=1, ipm"),
                 key_of("attack.clients", "1, 2 strength=7", 3)}) ==
        "s.ini:3: attack.clients = 1, 2 strength=7: its values and those of "
        "attack.kind set attack.strength; only one of them may");
  CHECK(refusal({key_of("attack.kind", "lie strength=1, ipm"),
                 key_of("grid.p", "a: attack.strength=5, b:", 3)})
            .ends_with("its values and those of attack.kind set "
                       "attack.strength; only one of them may"));
  CHECK(refusal({key_of("grid.p", "a: run.seed=1 learner.rate=1, b:"),
                 key_of("grid.q", "c:, d: learner.rate=2", 3)})
            .ends_with("its values and those of grid.p set learner.rate; only "
                       "one of them may"));
  CHECK(refusal({key_of("attack.kind", "lie strength=1"),
                 key_of("attack.strength", "2, 3", 3)})
            .ends_with("is also in the grid by itself"));
}

TEST_CASE("a named point has its settings, and an axis all of its points'") {
  const auto axes = read_axes({key_of(
      "grid.scale", "small: run.seed=1, large: run.seed=2 learner.rate=0.5")});
  REQUIRE(axes.size() == 1);
  CHECK(axes[0].is_named);
  CHECK(axes[0].sets == std::vector<std::string>{"learner.rate", "run.seed"});
  REQUIRE(axes[0].values.size() == 2);
  CHECK(axes[0].values[0].text == "small");
  CHECK(settings_of(axes[0].values[0]) == "run.seed=1");
  CHECK(settings_of(axes[0].values[1]) == "run.seed=2 learner.rate=0.5");
  CHECK(axes[0].values[1].settings[0].where ==
        "s.ini:2: point 'large' of grid.scale");
}

TEST_CASE("values that are missing, repeated or too many are refused") {
  CHECK(refusal({key_of("run.seed", "")}) ==
        "s.ini:2: run.seed = : expected values, separated by commas");
  CHECK(refusal({key_of("run.seed", "1, 2,1")}) ==
        "s.ini:2: run.seed = 1, 2,1: '1' occurs twice");
  CHECK(refusal({key_of("grid.p", "")}).starts_with("s.ini:2: grid.p = : "));
  const auto values = [](int count) {
    std::string text = "1";
    for (int i = 2; i <= count; ++i) text += "," + std::to_string(i);
    return text;
  };
  CHECK(refusal({key_of("run.seed", values(1000)),
                 key_of("synthetic.seed", values(100), 3)}) == "");
  CHECK(refusal({key_of("run.seed", values(1000)),
                 key_of("synthetic.seed", values(101), 3)})
            .ends_with("the grid has more than 100000 points"));
}

}  // namespace fedltr::grid_axes_test
