#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "actors/consortium/local.hpp"
#include "actors/link/gateway.hpp"
#include "actors/silo/party_messages.hpp"

namespace fedltr::consortium {

struct HostTick;
struct PartyOut;
struct PartyOverdue;

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
class RelayHostState {
 public:
  static constexpr const char* name = "relay-host";

  using Self = caf::stateful_actor<RelayHostState>;
  explicit RelayHostState(Self* owner) : self_(owner) {}

  /// @param main  receives an End
  void begin(const RelayConfig& wanted, const caf::actor& main);
  /// Reports the end of the run, once.
  void end(End::Kind kind, const std::string& why);

  void receive(const LinkUp& up);
  void receive(const LinkDown& down);
  void receive(const LinkFrame& frame);
  void receive(const SiloMessage& message);  ///< to the party in `to`
  void receive(const PartyOut& out);
  void receive(const PartyOverdue& overdue);
  void receive(const SiloEnded& ended);
  void receive(const Handled& handled);
  void receive(const HostTick& tick);
  void receive(const caf::down_msg& down);

 private:
  enum class Phase : std::uint8_t { kWaiting, kRunning, kEnding, kOver };
  /// A member's part in the run.
  enum class Standing : std::uint8_t {
    kIn,
    kSilent,  ///< given up: silent for the rest of the run
    kLeft,    ///< has sent Bye too early: also silent
    kOut,     ///< excluded by the relay
    kDone,    ///< has received everything and sent Bye
  };
  struct Member {
    std::string name;
    caf::actor proxy;           ///< once the run has begun
    LinkId link = 0;            ///< 0 if not connected
    std::uint64_t process = 0;  ///< of Join; 0 if it never came
    Conversation talk;
    Standing standing = Standing::kIn;
    std::uint32_t absent = 0;   ///< seconds
    std::uint32_t attempt = 0;  ///< of the last message to it
    /// As in Silenced: reason if it is connected, or was until its token was
    /// withdrawn.
    std::uint32_t silenced_by = 0;
    std::string why = {};           ///< reason of the exclusion
    std::uint64_t unconfirmed = 0;  ///< bytes, or more than that

    bool is_silent() const {
      return standing == Standing::kSilent || standing == Standing::kLeft;
    }
  };
  /// Type, attempt, sender, receiver and request of a question or an answer.
  using Heading = std::tuple<std::uint8_t, std::uint32_t, std::uint32_t,
                             std::uint32_t, std::uint32_t>;
  struct Peer {
    std::string name;
    std::string address;           ///< for the log
    std::string version;           ///< of its fedltr, for the log
    std::uint32_t party = kRelay;  ///< kRelay until it has sent Join
  };

  // Messages of a party.
  void take(LinkId link, const Join& join);
  void take(LinkId link, const Carried& carried);
  void take(LinkId link, const Bye& bye);
  void join(LinkId link, Member& member, const Join& join);
  std::string objection(const Member& member, const Join& join) const;
  void send(LinkId link, const FromRelay& message) const;
  void refuse(LinkId link, const std::string& why);
  void drop(LinkId link);
  Member* find_member(const std::string& name);
  Member& member_of(LinkId link);
  std::uint32_t number_of(const Member& member) const;
  void open();
  void start();
  void start_if_due();
  void spawn_relay();
  void pass_on(std::uint32_t party, const SiloMessage& message);
  void pass_on(const Came& came);
  void tick_later();
  std::string missing() const;
  // In relay_replay.cpp.
  void replay();
  void redo(const Joined& joined);
  void redo(const Begun& begun);
  void redo(const Came& came);
  void redo(const Silenced& silenced);
  void redo(const Left& left);
  void redo(const Passed& passed);
  void redo(const Received& received);
  void keep(const RelayRecord& record) const;
  // In relay_shorten.cpp.
  static void require_confirmed(const Member& member,
                                const PackedMessage& message);
  void note_passed(const SiloMessage& message);
  void shorten();
  bool is_delivered(const PackedMessage& message,
                    const std::set<Heading>& open) const;
  std::optional<RelayRecord> shortened(RelayRecord record,
                                       const std::set<Heading>& open) const;
  // In relay_silence.cpp.
  void deliver(Member& member, PackedMessage message);
  std::uint64_t unconfirmed(const Member& member) const;
  void tick(Member& member);
  void give_up(Member& member);
  void silence(const Member& member);
  void pass_on(const Silenced& silenced);
  // In relay_status.cpp.
  void count_from(std::uint32_t party, const SiloMessage& message);
  void count_to(std::uint32_t party, const SiloMessage& message);
  void report_status();

  Self* self_;
  RelayConfig config_;
  caf::actor main_;
  caf::actor gate_;
  caf::actor relay_;
  Phase phase_ = Phase::kWaiting;
  bool replaying_ = true;
  std::uint32_t waited_ = 0;  ///< seconds
  std::vector<Member> members_;
  std::map<LinkId, Peer> peers_;
  End result_;
  RelayStatus status_;  ///< counters only
  /// Questions and answers that the relay passed on, and that are whole in the
  /// journal.
  std::set<Heading> passed_;
  std::uint64_t passed_bytes_ = 0;  ///< of them, since shorten()
  /// Attempt at keys whose frequencies the relay has summed.
  std::optional<std::uint32_t> summed_;
  std::uint64_t shortened_bytes_ = 0;  ///< of the journal after shorten()
  /// Number of connections that were refused or not greeted.
  std::shared_ptr<std::atomic<std::uint64_t>> kept_out_ =
      std::make_shared<std::atomic<std::uint64_t>>(0);
};

/// @param main  receives an End
caf::behavior relay_host(RelayHostState::Self* self, const RelayConfig& config,
                         const caf::actor& main);

}  // namespace fedltr::consortium
