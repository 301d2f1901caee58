#include "web/methods.hpp"

namespace fedltr {

const WebMethods& web_methods() {
  static const WebMethods methods = [] {
    WebMethods all{aggregation_rules(), attacks(), learners()};
    // Lists of the past are no part of a scenario of the page.
    std::erase_if(all.learners,
                  [](const auto& learner) { return learner.traits.from_log; });
    return all;
  }();
  return methods;
}

}  // namespace fedltr
