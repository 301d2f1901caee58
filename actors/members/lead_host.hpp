#pragma once

#include <map>
#include <optional>
#include <set>

#include "actors/link/gateway.hpp"
#include "actors/members/member_messages.hpp"
#include "actors/members/member_processes.hpp"

namespace fedltr::members {

// lead host -> main
/// Reports the end.
struct HostEnded {
  End end;
};
// lead host -> itself
/// Reports that members have had the time to leave.
struct TimeToLeave {};

/// Joins the lead to its members: admits those that are named and have the same
/// agreement, and passes messages on. Holds no data and no secret.
class LeadHost {
 public:
  static constexpr const char* name = "members-lead-host";

  using Self = caf::stateful_actor<LeadHost>;
  explicit LeadHost(Self* self) : self_(self) {}

  void begin(const LeadConfig& config, const caf::actor& main);
  void end(End::Kind kind, const std::string& why);
  void fail(const std::string& why) { end(End::Kind::kFailed, why); }

  void receive(const LinkUp& up);
  void receive(const LinkDown& down);
  void receive(const LinkFrame& frame);
  void receive(const ToMember& order);
  void receive(const LeadEnded& ended);
  void receive(const TimeToLeave& over);

 private:
  struct Peer {
    std::string name;
    std::uint32_t member = 0;
    bool joined = false;
    bool welcomed = false;  ///< on this connection
  };

  void take(LinkId link, Peer& peer, const Join& join);
  void take(LinkId link, Peer& peer, const Answer& answer);
  void take(LinkId link, Peer& peer, const Leave& leave);
  void take(LinkId link, Peer& peer, const Enrol& enrol);
  void take(LinkId link, Peer& peer, const Stops& stops);
  bool welcomes(LinkId link, Peer& peer, const Join& join);
  void end_if_alone();
  void drop_idle(LinkId link);
  bool enter(LinkId link, Peer& peer, const std::string& digest,
             const link::AgreedKeys& keys);
  void refuse(LinkId link, const std::string& why);
  void note(const std::string& message) const;

  Self* self_;
  LeadConfig config_;
  caf::actor main_;
  caf::actor gate_;
  caf::actor lead_;
  std::map<LinkId, Peer> peers_;
  std::map<std::uint32_t, LinkId> links_;   ///< by member
  std::map<std::uint32_t, LinkId> newest_;  ///< also not joined, or closed
  std::set<std::uint32_t> left_;            ///< members that have left for good
  std::optional<End> done_;                 ///< once members have the end
  bool awaits_ = false;  ///< members of an earlier process, who lack the end
  bool over_ = false;
};

caf::behavior lead_host(LeadHost::Self* self, const LeadConfig& config,
                        const caf::actor& main);

}  // namespace fedltr::members

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::HostEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::TimeToLeave)
