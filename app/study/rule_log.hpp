#pragma once

#include <set>
#include <string>

#include <spdlog/spdlog.h>

#include "app/schema/rule_warnings.hpp"

namespace fedltr {

/// Logs the warnings about robust rules of a study's points, each once.
class RuleLog {
 public:
  void warn(const Scenario& scenario) {
    for (const std::string& warning : rule_warnings(scenario))
      if (known_.insert(warning).second) spdlog::warn("{}", warning);
  }

 private:
  std::set<std::string> known_;
};

}  // namespace fedltr
