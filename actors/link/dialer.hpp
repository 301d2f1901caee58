#pragma once

#include <functional>
#include <string>

#include <caf/all.hpp>

#include "actors/link/redial.hpp"

namespace fedltr {

// Dialer -> its owner
/// Reports that it is time for another try.
struct TryAgain {};

/// Connects to another side, again and again until it has waited too long. Its
/// owner, a blocking actor, calls dial() at the start and for each TryAgain.
class Dialer {
 public:
  /// @param wait       seconds without the other side until it gives up
  /// @param side       noun for the other side
  /// @param dial       returns a connected socket; throws an error to log
  ///                   before another try
  /// @param connected  takes the socket
  Dialer(std::uint32_t wait, std::string side, std::function<int()> dial,
         caf::scoped_actor& self, std::function<void(int)> connected);

  /// Restarts the wait: the other side has answered.
  void renew();
  /// @return  reason why it gives up; empty if it continues
  std::string dial();
  /// Tries once more, a little later. @return  as dial()
  std::string again(const std::string& why);

 private:
  std::uint32_t wait_;
  std::string side_;
  std::function<int()> dial_;
  caf::scoped_actor& self_;
  std::function<void(int)> connected_;
  Redial redial_;
  std::string told_;
  caf::actor_clock::time_point since_;
};

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::TryAgain)
