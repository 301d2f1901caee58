#pragma once

#include <string>
#include <vector>

#include "algorithms/silo/silo_messages.hpp"
#include "app/deploy/agreement.hpp"

namespace fedltr {

/// One kind of message that a party sends, in words.
struct Disclosure {
  MessageType type;
  std::string what;
  std::string to;     ///< the receivers that can read it
  std::string bound;  ///< limit of what it reveals, or that it has none
};

/// Every kind of message that a member sends in a run, in the run's order.
std::vector<Disclosure> disclosures(const Agreement& agreement);

/// True if members reveal metrics of the joint model to each other.
bool shares_metrics(const Agreement& agreement);

}  // namespace fedltr
