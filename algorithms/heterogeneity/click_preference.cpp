#include "algorithms/heterogeneity/click_preference.hpp"

#include <array>

#include "algorithms/clicks/position_based.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr std::array kEtas = {0.0, 0.5, 1.0, 1.5, 2.0};
constexpr const char* kByCascade = "cascade";
constexpr std::array kCascades = {"perfect", "navigational", "informational"};

const Parameter kUsers =
    choice_parameter("users", {kByCascade, "pbm"},
                     "perfect, navigational, informational; or position-based "
                     "with eta 0, .5, 1, 1.5, 2");

bool position_based(const ParameterValues& values) {
  return values.choice(kUsers) != kByCascade;
}

void split_by_clicks(const SplitInput& input, Split& split) {
  if (position_based(input.options.parameters)) {
    for (const double eta : kEtas)
      split.users.push_back(
          position_based_model().make({input.grades, {{"eta", eta}}}));
  } else {
    for (const char* name : kCascades)
      split.users.push_back(find(click_models(), name).make({input.grades}));
  }
  require(input.clients >= split.users.size(),
          "click-preference needs a client for each of its " +
              std::to_string(split.users.size()) + " users, not " +
              std::to_string(input.clients));
  split.users_drawn = input.options.iid;
}

}  // namespace

SplitMethod click_preference_split() {
  return {"click-preference",
          "type 3: clients have different kinds of users",
          "Wang (2025), section 4.5.1",
          {kUsers},
          split_by_clicks,
          {.brings_users = true,
           .groups =
               [](const ParameterValues& values) {
                 return position_based(values) ? kEtas.size()
                                               : kCascades.size();
               },
           .group_name = "users of click-preference"}};
}

}  // namespace fedltr
