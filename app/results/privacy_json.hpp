#pragma once

#include "algorithms/privacy/accountant.hpp"
#include "app/base/json.hpp"

namespace fedltr {

/// Epsilon by each method of composition; null without a bound.
inline Json composition_json(const Composition& account) {
  return {{"basic", json_number(account.basic)},
          {"advanced", json_number(account.advanced)},
          {"renyi", json_number(account.renyi)},
          {"pld", json_number(account.pld)}};
}

}  // namespace fedltr
