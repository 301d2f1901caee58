#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "actors/nodes/config.hpp"

namespace fedltr {

/// The connections of those who have yet to say who they are: so many at most.
/// Where it is full a newcomer takes the place of another, so that no flood
/// keeps a node out, which needs its place for a handshake only. Who goes is of
/// the address that has most places; of those one that has sent nothing, else
/// the one that came first. Who has shown a certificate keeps its place.
class WaitingRoom {
 public:
  explicit WaitingRoom(std::size_t places) : places_(places) {}

  /// Takes a newcomer in.
  /// @param address  of its machine
  /// @return         who has to go: 0: nobody; the newcomer, if all others have
  ///                 shown certificates
  LinkId enter(LinkId link, const std::string& address);
  /// Says that a connection has sent something.
  void spoke(LinkId link);
  /// Says that it has shown a certificate.
  void proved(LinkId link);
  /// Says that it is closed, or known.
  void leave(LinkId link) { waiting_.erase(link); }

 private:
  struct Stranger {
    std::string address;
    bool spoke = false;
    bool proved = false;
  };

  LinkId least_worthy() const;

  std::size_t places_;
  std::map<LinkId, Stranger> waiting_;  ///< links grow: in order of arrival
};

}  // namespace fedltr
