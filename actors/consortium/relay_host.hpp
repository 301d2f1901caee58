#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "actors/consortium/local.hpp"
#include "actors/nodes/gateway.hpp"
#include "actors/silo/relay.hpp"

namespace fedltr::consortium {

/// Where the parties' connections meet the relay: lets them in, waits until all
/// are there, and stands for those who never come or do not come back.
///
///   waiting --> all there, or enough after RelayConfig::wait
///       |
///   running: Carried messages, by way of an actor for each party
///       | the relay has ended
///   ending: until each party has said Bye
///
/// What an earlier process kept comes first, one by one, before anybody is let
/// in; each takes the way that it took then.
///
/// It holds no data, no dictionary and no key: nothing here looks into a
/// message.
struct RelayHostState {
  static constexpr const char* name = "relay-host";

  using Self = caf::stateful_actor<RelayHostState>;
  explicit RelayHostState(Self* owner_of_state) : self(owner_of_state) {}

  struct Member {
    std::string name;
    caf::actor proxy;           ///< once the run has begun
    LinkId link = 0;            ///< 0: not connected
    std::uint64_t process = 0;  ///< of Hello; 0: it never came
    Conversation talk;
    std::uint32_t absent = 0;     ///< seconds
    std::uint32_t attempt = 0;    ///< of the last message to it
    std::string token = {};       ///< of Hello
    std::uint32_t withdrawn = 0;  ///< seconds that the token is not known
    bool revoked = false;         ///< it was not for too long
    bool given_up = false;        ///< it is silent for good
    bool overdue = false;         ///< it is there, and let its deadline pass
    bool out = false;             ///< the relay goes on without it
    bool done = false;            ///< has said Bye
    std::string why;              ///< it is out
  };
  struct Peer {
    std::string name;              ///< in its certificate; empty: plaintext
    std::string address;           ///< for the log
    std::uint32_t party = kRelay;  ///< kRelay: has yet to say who it is
  };
  enum class Phase : std::uint8_t { kWaiting, kRunning, kEnding, kOver };

  void begin(const RelayConfig& wanted, const caf::actor& main);
  void replay();
  void redo(const Joined& joined);
  void redo(const Begun& begun);
  void redo(const Came& came);
  void redo(const Silenced& silenced);
  void redo(const Left& left);
  void keep(const RelayRecord& record) const;
  void open();
  void on_up(const LinkUp& up);
  void on_down(const LinkDown& down);
  void on_frame(const LinkFrame& frame);
  void on_relay(const SiloMessage& message);  ///< to the party it names
  void on_excluded(std::uint32_t party, const std::string& why);
  void on_ended(const SiloEnded& ended);
  void on_actor_down(const caf::down_msg& down);
  void tick();

  void send(LinkId link, const FromRelay& message) const;
  void handle(LinkId link, const Hello& hello);
  void handle(LinkId link, const Carried& carried);
  void handle(LinkId link, const Bye& bye);
  std::string objection(const Peer& peer, const Hello& hello) const;
  void refuse(LinkId link, const std::string& why);
  Member& member_of(LinkId link);
  void drop(LinkId link);
  void drop_revoked();
  void pass_on(const Came& came);
  void say_silence(const Silenced& silenced);
  void on_overdue(std::uint32_t party);
  void give_up(Member& member);
  void silence(const Member& member);
  void start();
  void spawn_relay();
  void start_if_due();
  void end(End::Kind kind, const std::string& why);
  std::string missing() const;
  void count_from(std::uint32_t party, const SiloMessage& message);
  void count_to(std::uint32_t party, const SiloMessage& message);
  void tell_status();

  Self* self;
  RelayConfig config;
  caf::actor main;
  caf::actor gate;
  caf::actor relay;
  Phase phase = Phase::kWaiting;
  bool replaying = true;
  std::uint32_t waited = 0;  ///< seconds
  std::vector<Member> members;
  std::map<LinkId, Peer> peers;
  End result;
  RelayStatus status;  ///< what is counted of it
  /// Connections that never got as far as saying who they are.
  std::shared_ptr<std::atomic<std::uint64_t>> kept_out =
      std::make_shared<std::atomic<std::uint64_t>>(0);
};

/// @param main  gets an End
caf::behavior relay_host(RelayHostState::Self* self, const RelayConfig& config,
                         const caf::actor& main);

}  // namespace fedltr::consortium
