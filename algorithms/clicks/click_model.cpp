#include "algorithms/clicks/click_model.hpp"

#include "algorithms/clicks/cascade.hpp"
#include "algorithms/clicks/dependent.hpp"
#include "algorithms/clicks/position_based.hpp"
#include "algorithms/clicks/trust.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

const Parameter kClick =
    reals_parameter("click", {}, kProbability,
                    "P(click | grade), one per grade, e.g. 0, 0.5, 1");
const Parameter kStop = reals_parameter(
    "stop", {}, kProbability, "P(stop | grade, clicked), one per grade");

namespace {

struct NamedTables {
  std::string_view name;
  ClickTable three;
  ClickTable five;
};

const std::vector<NamedTables>& tables() {
  static const std::vector<NamedTables> all = {
      {"perfect",
       {{0, .5, 1}, {0, 0, 0}},
       {{0, .2, .4, .8, 1}, {0, 0, 0, 0, 0}}},
      {"navigational",
       {{.05, .5, .95}, {.2, .5, .9}},
       {{.05, .3, .5, .7, .95}, {.2, .3, .5, .7, .9}}},
      {"informational",
       {{.4, .7, .9}, {.1, .3, .5}},
       {{.4, .6, .7, .8, .9}, {.1, .2, .3, .4, .5}}},
      {"poison",
       {{1, .5, 0}, {0, 0, 0}},
       {{1, .8, .4, .2, 0}, {0, 0, 0, 0, 0}}},
  };
  return all;
}

/// Makes a cascade user whose summary shows its probabilities.
ClickMethod published_user(const std::string& name, const std::string& summary,
                           const std::string& source) {
  std::string text = summary;
  for (const int grades : {3, 5}) {
    const ClickTable table = click_table(name, grades);
    text += "; " + std::to_string(grades) + " grades: P(click) " +
            text_of(table.click) + ", P(stop) " + text_of(table.stop);
  }
  return cascade_model(name, text + "; 2 grades: first and last of 3", source);
}

}  // namespace

const Methods<ClickModelFactory, ClickTraits>& click_models() {
  static const Methods<ClickModelFactory, ClickTraits> table = {
      published_user("perfect", "clicks relevant documents, never stops",
                     "Wang (2025), tables 2.1 and 2.2"),
      published_user("navigational",
                     "looks for one page and stops when it is found",
                     "Wang (2025), tables 2.1 and 2.2"),
      published_user("informational", "clicks often, rarely stops",
                     "Wang (2025), tables 2.1 and 2.2"),
      published_user("poison", "clicks irrelevant documents (an attacker)",
                     "Wang (2025), table 5.1"),
      position_based_model(),
      dependent_model(),
      trust_model(),
      custom_cascade_model(),
  };
  return table;
}

ClickTable click_table(std::string_view name, int grades) {
  for (const NamedTables& named : tables()) {
    if (named.name != name) continue;
    const auto& [click, stop] = named.three;
    if (grades == 2) return {{click[0], click[2]}, {stop[0], stop[2]}};
    if (grades == 3) return named.three;
    if (grades == 5) return named.five;
    throw std::invalid_argument(
        "no published click table for " + std::to_string(grades) +
        " grades (only for 2, 3 and 5): set clicks.model = custom, "
        "clicks.click and clicks.stop");
  }
  throw std::invalid_argument("unknown click table '" + std::string(name) +
                              "'");
}

std::vector<double> click_by_grade(const ClickOptions& options) {
  auto click = options.parameters.reals(kClick);
  if (click.empty()) click = click_table("perfect", options.grades).click;
  require(std::ssize(click) == options.grades,
          "clicks.click needs " + std::to_string(options.grades) +
              " probabilities, one per grade");
  return click;
}

}  // namespace fedltr
