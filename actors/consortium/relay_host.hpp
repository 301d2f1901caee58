#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "actors/consortium/local.hpp"
#include "actors/link/gateway.hpp"
#include "actors/silo/party_messages.hpp"

namespace fedltr::consortium {

/// Connects the parties to the relay: admits them, waits until all are
/// connected, and sends Silence for parties that never come or do not come
/// back.
///
///   waiting --> all connected, or enough after RelayConfig::wait
///       |
///   running: Carried messages, through a proxy actor for each party
///       | the relay has ended
///   ending: until each party has sent Bye
///
/// First it replays the records of an earlier process, one by one, before it
/// admits a party; each has the same effect as the first time.
///
/// It holds no data, no dictionary and no key: nothing here reads the contents
/// of a message.
struct RelayHostState {
  static constexpr const char* name = "relay-host";

  using Self = caf::stateful_actor<RelayHostState>;
  explicit RelayHostState(Self* owner_of_state) : self(owner_of_state) {}

  struct Member {
    std::string name;
    caf::actor proxy;           ///< once the run has begun
    LinkId link = 0;            ///< 0 if not connected
    std::uint64_t process = 0;  ///< of Hello; 0 if it never came
    Conversation talk;
    std::uint32_t absent = 0;     ///< seconds
    std::uint32_t attempt = 0;    ///< of the last message to it
    std::string token = {};       ///< of Hello
    std::uint32_t withdrawn = 0;  ///< seconds without a valid token
    bool revoked = false;         ///< without a valid token for too long
    bool given_up = false;        ///< silent for the rest of the run
    bool overdue = false;         ///< connected, and its deadline has passed
    bool out = false;             ///< excluded by the relay
    bool done = false;            ///< has sent Bye
    std::string why;              ///< reason of the exclusion
  };
  struct Peer {
    std::string name;              ///< in its certificate; empty in plaintext
    std::string address;           ///< for the log
    std::uint32_t party = kRelay;  ///< kRelay until it has sent Hello
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
  void on_relay(const SiloMessage& message);  ///< to the party in `to`
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
  RelayStatus status;  ///< counters only
  /// Number of connections that ended before they identified themselves.
  std::shared_ptr<std::atomic<std::uint64_t>> kept_out =
      std::make_shared<std::atomic<std::uint64_t>>(0);
};

/// @param main  receives an End
caf::behavior relay_host(RelayHostState::Self* self, const RelayConfig& config,
                         const caf::actor& main);

}  // namespace fedltr::consortium
