#pragma once

#include "actors/link/gateway.hpp"
#include "actors/members/member_messages.hpp"
#include "actors/members/member_processes.hpp"

namespace fedltr::members {

// member host -> main
/// Reports a lost connection: another one may continue.
struct Lost {
  std::string why;
  bool was_welcome = false;  ///< the lead had sent Welcome
};
/// Reports the end.
struct PartEnded {
  End end;
};
// main -> member host
/// A socket that is connected to the lead.
struct Dialed {
  int socket = -1;
};
/// Ends the member for its user.
struct StopMember {};

/// Joins a member to its lead, over one connection after another. An answer
/// that a broken connection loses is asked for again.
class MemberHost {
 public:
  static constexpr const char* name = "member-host";

  using Self = caf::stateful_actor<MemberHost>;
  explicit MemberHost(Self* self) : self_(self) {}

  void begin(const MemberConfig& config, const caf::actor& main);
  void fail(const std::string& why) {
    stop(StopReason::kFailed, End::Kind::kFailed, why);
  }

  void receive(const Dialed& dialed);
  void receive(const StopMember& order);
  void receive(const LinkUp& up);
  void receive(const LinkDown& down);
  void receive(const LinkFrame& frame);
  void receive(const MemberAnswer& answer);
  void receive(const MemberEnded& ended);

 private:
  void end(End::Kind kind, const std::string& why);
  void stop(StopReason reason, End::Kind kind, const std::string& why);
  void follow(const Welcome& welcome);
  void follow(const Left& left);
  void follow(const Closed& closed);
  template <class Message>
  void follow(const Message& message);
  void send(const FromMember& message);

  Self* self_;
  MemberConfig config_;
  caf::actor main_;
  caf::actor gate_;
  caf::actor part_;
  LinkId link_ = 0;
  std::uint32_t protocol_ = 0;  ///< of the link
  std::uint32_t epoch_ = 0;     ///< of the newest model that it has, or earlier
  bool welcome_ = false;        ///< on this connection
  bool over_ = false;
};

caf::behavior member_host(MemberHost::Self* self, const MemberConfig& config,
                          const caf::actor& main);

}  // namespace fedltr::members

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::Lost)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::PartEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::Dialed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::StopMember)
