#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "actors/link/gateway_config.hpp"

namespace fedltr {

/// Connections of unidentified peers, up to a maximum. When it is full, a
/// newcomer replaces another connection, so that no flood keeps out a node,
/// which needs its place for a handshake only. The replaced connection is of
/// the address with most places: one that has sent nothing, else the oldest. A
/// connection that has shown a certificate keeps its place.
class WaitingRoom {
 public:
  explicit WaitingRoom(std::size_t places) : places_(places) {}

  /// Adds a newcomer.
  /// @param address  of its machine
  /// @return         connection to close; 0 if none; the newcomer if all others
  ///                 have shown certificates
  LinkId enter(LinkId link, const std::string& address);
  /// Notes that a connection has sent bytes.
  void spoke(LinkId link);
  /// Notes that a connection has shown a certificate.
  void proved(LinkId link);
  /// Removes a connection that is closed or identified.
  void leave(LinkId link) { waiting_.erase(link); }

 private:
  struct Stranger {
    std::string address;
    bool spoke = false;
    bool proved = false;
  };

  LinkId least_worthy() const;

  std::size_t places_;
  std::map<LinkId, Stranger>
      waiting_;  ///< in order of arrival: link numbers increase
};

}  // namespace fedltr
