#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <vector>

#include "actors/consortium/party_host.hpp"
#include "actors/consortium/relay_host.hpp"
#include "actors/link/connection.hpp"
#include "actors/link/gateway.hpp"
#include "actors/nodes/node_wire.hpp"
#include "algorithms/core/archive.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::test {

/// Faults of a network and its machines; probabilities are per piece of bytes.
struct Weather {
  double lost = 0.02;   ///< arrives a retransmission later
  double reset = 0.01;  ///< half of them: one side does not notice
  double flipped = 0;   ///< only where the connection is TLS
  int partitions = 2;   ///< cut a party from the relay, up to 30 s
  int deaths = 2;       ///< of processes
  bool power = true;    ///< half of the deaths lose unsynced data
};

/// Connections in virtual milliseconds, with faults that follow from a seed.
/// Connection (TLS or plaintext, frames, greeting, signs of life) is real;
/// sockets and the gateway that owns them are not.
class SimulatedNetwork {
 public:
  using Do = std::function<void()>;
  /// One process's side: a gateway's connections.
  struct Place {
    bool alive = true;
    caf::actor owner;
    GatewayConfig config;
    std::uint32_t party = 0;  ///< same on both sides: a partition cuts it off
  };
  struct End {
    std::shared_ptr<Place> place;
    std::weak_ptr<End> other;
    GatewayConfig config;
    std::optional<Connection> connection;
    LinkId link = 0;
    std::uint32_t party = 0;
    bool open = true;
    bool up = false;
    std::uint64_t arrival = 0;  ///< when the last bytes reach the other end
  };

  SimulatedNetwork(std::uint64_t seed, const Weather& weather)
      : dice(seed), weather_(weather) {}

  void at(std::uint64_t time, Do what) {
    events_.push({std::max(time, now), ++numbered_, std::move(what)});
  }
  /// Does the next event, at most a second ahead.
  void step() {
    const std::uint64_t limit = now + 1000;
    if (events_.empty() || events_.top().time > limit) {
      now = limit;
      return;
    }
    const Event next = events_.top();
    events_.pop();
    now = next.time;
    next.what();
  }

  void cut_off(std::uint32_t party, std::uint64_t until) {
    partitions_[party] = until;
  }
  bool is_cut_off(std::uint32_t party) const {
    const auto found = partitions_.find(party);
    return found != partitions_.end() && found->second > now;
  }

  using Config = std::optional<TlsConfig>;
  void connect(const std::shared_ptr<Place>& from, const Config& node,
               const std::shared_ptr<Place>& to, const Config& server,
               std::uint32_t party) {
    note("connects", party);
    const auto near = end_at(from, node, party);
    const auto far = end_at(to, server, party);
    near->other = far;
    far->other = near;
    flush(near);
  }

  void send(const Place& place, const SendFrame& frame) {
    if (const auto end = find(place, frame.link)) {
      note("a frame leaves", end->party);
      guarded(end, [&] { end->connection->send(*frame.bytes); });
    }
  }
  /// Returns the party of a connection that is open.
  std::optional<std::uint32_t> party_of(const Place& place, LinkId link) const {
    const auto end = find(place, link);
    return end ? std::optional(end->party) : std::nullopt;
  }
  void allow(const Place& place, const Allow& order) {
    if (const auto end = find(place, order.link))
      end->connection->allow(order.max_bytes);
  }
  void refuse(const Place& place, const Refuse& order) {
    const auto end = find(place, order.link);
    if (!end) return;
    guarded(end, [&] { end->connection->refuse({order.why, order.later}); });
    if (end->open) close(end);
  }
  /// Delivers the bytes in flight, then closes the connection on both sides.
  void drop(const Place& place, LinkId link) {
    if (const auto end = find(place, link)) close(end);
  }
  void close_all(const Place& place) {
    for (const auto& end : ends_of(place)) close(end);
  }
  /// Breaks all connections like a dead machine: the other side may not notice.
  void forget_all(const Place& place) {
    for (const auto& end : ends_of(place)) {
      end->open = false;
      if (happens(0.5)) reset(end->other.lock());
    }
  }

  bool happens(double chance) {
    return std::uniform_real_distribution<>()(dice) < chance;
  }
  std::uint64_t below(std::uint64_t bound) { return dice() % bound; }

  std::uint64_t now = 0;
  std::mt19937_64 dice;
  std::map<std::string, std::uint64_t> counts;
  /// The latest events, at most kLast.
  struct Happened {
    std::uint64_t time;
    const char* what;
    std::uint32_t party;
  };
  static constexpr std::size_t kLast = 20;
  std::deque<Happened> last;
  void note(const char* what, std::uint32_t party) {
    if (last.size() == kLast) last.pop_front();
    last.push_back({now, what, party});
  }

 private:
  struct Event {
    std::uint64_t time = 0;
    std::uint64_t number = 0;
    Do what;
    bool operator<(const Event& other) const {
      return std::pair(time, number) > std::pair(other.time, other.number);
    }
  };
  using Shared = std::shared_ptr<End>;

  std::uint64_t delay() { return 5 + below(40); }

  Shared end_at(const std::shared_ptr<Place>& place, const Config& tls,
                std::uint32_t party) {
    auto end = std::make_shared<End>();
    end->place = place;
    end->config = place->config;
    if (tls) end->config.tls = [tls] { return *tls; };
    end->connection.emplace(end->config);
    end->link = ++links_;
    end->party = party;
    ends_.push_back(end);
    at(now + 1000, [this, end] { look_after(end); });
    return end;
  }
  Shared find(const Place& place, LinkId link) const {
    for (const auto& end : ends_)
      if (end->open && end->place.get() == &place && end->link == link)
        return end;
    return nullptr;
  }
  std::vector<Shared> ends_of(const Place& place) const {
    std::vector<Shared> found;
    for (const auto& end : ends_)
      if (end->open && end->place.get() == &place) found.push_back(end);
    return found;
  }

  /// Ticks each second.
  void look_after(const Shared& end) {
    if (!end->open) return;
    guarded(end, [&] { end->connection->tick(); });
    at(now + 1000, [this, end] { look_after(end); });
  }

  void tell(const End& end, const auto& message) {
    if (end.place->alive) caf::anon_send(end.place->owner, message);
  }
  void lose(const Shared& end, LinkDown down) {
    if (!end->open) return;
    note("a connection is lost", end->party);
    end->open = false;
    down.link = end->link;
    tell(*end, down);
    at(end->arrival, [this, other = end->other] { reset(other.lock()); });
    std::erase(ends_, end);
  }
  void close(const Shared& end) {
    end->open = false;
    at(std::max(end->arrival, now + delay()), [this, end] {
      if (const auto other = end->other.lock())
        lose(other, {0, "the connection was closed"});
    });
    std::erase(ends_, end);
  }
  void reset(const Shared& end) {
    if (end)
      at(now + delay(), [this, end] {
        lose(end, {0, "the connection was reset"});
      });
  }

  void guarded(const Shared& end, const auto& something) {
    try {
      something();
      flush(end);
    } catch (const LinkError& error) {
      flush(end);
      lose(end, {0, error.what(), error.end});
    }
  }

  /// Delivers bytes in order in spite of losses, as TCP does.
  void flush(const Shared& end) {
    std::string bytes = end->connection->take();
    if (bytes.empty() || !end->open) return;
    std::uint64_t arrival = now + delay();
    if (happens(weather_.lost)) {
      ++counts["lost"];
      arrival += 200U << below(4);
    }
    if (is_cut_off(end->party))
      arrival = partitions_.at(end->party) + below(2000);
    if (happens(weather_.flipped)) {
      ++counts["flipped"];
      bytes[below(bytes.size())] ^= static_cast<char>(1U << below(8));
    }
    end->arrival = std::max(end->arrival, arrival);
    const std::size_t half = below(bytes.size() + 1);
    for (const auto& piece : {bytes.substr(0, half), bytes.substr(half)})
      at(end->arrival, [this, end, piece] {
        const auto other = end->other.lock();
        if (other && other->open)
          receive(other, piece);
        else
          reset(end);  // the connection no longer exists
      });
    if (!happens(weather_.reset)) return;
    ++counts["reset"];
    const auto other = end->other.lock();
    if (happens(0.5)) return reset(happens(0.5) ? end : other);
    ++counts["half open"];
    end->open = false;
    tell(*end, LinkDown{end->link, "the connection was reset"});
  }

  void receive(const Shared& end, const std::string& bytes) {
    if (!end->open || !end->place->alive) return;
    guarded(end, [&] {
      end->connection->feed(bytes);
      while (auto message = end->connection->next()) {
        announce(*end);
        tell(*end, LinkFrame{end->link, std::make_shared<const std::string>(
                                            std::move(*message))});
      }
      announce(*end);
    });
  }
  void announce(End& end) {
    if (end.up || !end.connection->is_greeted()) return;
    end.up = true;
    tell(end, LinkUp{end.link, end.connection->name(), "simulated",
                     end.connection->protocol(), end.connection->version()});
  }

  Weather weather_;
  std::priority_queue<Event> events_;
  std::uint64_t numbered_ = 0;
  LinkId links_ = 0;
  std::vector<Shared> ends_;
  std::map<std::uint32_t, std::uint64_t> partitions_;
};

}  // namespace fedltr::test
