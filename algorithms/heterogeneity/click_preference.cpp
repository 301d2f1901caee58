#include "algorithms/heterogeneity/click_preference.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

void split_by_clicks(const SplitInput& input, Split& split) {
  ClickOptions options;
  options.grades = input.grades;
  if (input.options.users == "pbm") {
    for (const double eta : {0.0, 0.5, 1.0, 1.5, 2.0}) {
      options.eta = eta;
      split.users.push_back(find(click_models(), "pbm").make(options));
    }
  } else {
    for (const char* name : {"perfect", "navigational", "informational"})
      split.users.push_back(find(click_models(), name).make(options));
  }
  require(input.clients >= split.users.size(),
          "click-preference needs a client for each of its " +
              std::to_string(split.users.size()) + " users, not " +
              std::to_string(input.clients));
  split.users_drawn = input.options.iid;
}

}  // namespace

Method<SplitFactory> click_preference_split() {
  return {"click-preference",
          "type 3: each client has another kind of user",
          "Wang (2025), section 4.5.1",
          {},
          split_by_clicks};
}

}  // namespace fedltr
