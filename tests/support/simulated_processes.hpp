#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/support/simulated_network.hpp"

namespace fedltr::test {

/// Processes on a simulated network and clock, all of which connect to the last
/// one: each message of an actor, each fault and each death of a process
/// follows from one seed.
class SimulatedProcesses {
 public:
  using Alive = std::shared_ptr<SimulatedNetwork::Place>;
  static constexpr std::uint64_t kLongest = 2 * 3600 * 1000;

  struct Limits {
    std::uint32_t first_steps = 120;  ///< a process dies within these
    std::uint64_t cut_until = 8000;   ///< milliseconds; no partition later
    std::uint64_t max_steps = 2'000'000;
  };

  SimulatedProcesses(std::uint64_t seed, const Weather& weather,
                     std::uint32_t processes, const Limits& limits)
      : weather_(weather),
        limits_(limits),
        processes_(processes),
        network(seed, weather) {
    for (std::uint32_t who = 0; who < processes; ++who)
      network.at(network.below(2000), [this, who] { start(who); });
    for (int i = 0; i < weather.partitions; ++i)
      network.at(network.below(limits.cut_until), [this] {
        network.cut_off(static_cast<std::uint32_t>(network.below(centre())),
                        network.now + network.below(30000));
      });
    for (int i = 0; i < weather.deaths; ++i)
      deaths_[static_cast<std::uint32_t>(network.below(processes_))] =
          1 + network.below(limits.first_steps);
  }
  virtual ~SimulatedProcesses() = default;
  SimulatedProcesses(const SimulatedProcesses&) = delete;
  SimulatedProcesses& operator=(const SimulatedProcesses&) = delete;

  /// @return  true if all ended, within limits on steps and virtual time
  bool run() {
    while (network.now < kLongest &&
           settle(network.dice(), limits_.max_steps)) {
      if (unended().empty()) return true;
      const std::uint64_t before = network.now;
      network.step();
      clock().advance_time(std::chrono::milliseconds(network.now - before));
    }
    return false;
  }

  /// Names the processes without an end, the time and the latest events.
  std::string hang() const {
    std::string told = std::to_string(steps) + " steps, " +
                       std::to_string(network.now) + " ms; no end of";
    for (const std::uint32_t who : unended()) told += " " + std::to_string(who);
    for (const auto& [time, what, party] : network.last)
      told += "\n  " + std::to_string(time) + " ms: " + what + ", party " +
              std::to_string(party);
    return told;
  }

 protected:
  virtual void start(std::uint32_t who) = 0;
  /// Ends the process's actors.
  virtual void stop(std::uint32_t who) = 0;
  virtual bool is_ended(std::uint32_t who) const = 0;
  /// Loses the unsynced records, as a power failure does.
  virtual void lose_unsynced(std::uint32_t who) = 0;
  /// Connects to the centre.
  virtual void connect(std::uint32_t who, const Alive& alive) = 0;
  /// Sends a process's frame.
  virtual void send(std::uint32_t, const Alive& alive, const SendFrame& frame) {
    network.send(*alive, frame);
  }

  std::uint32_t centre() const { return processes_ - 1; }

  /// Must be called in the destructor of a derived class whose members actors
  /// use. A remaining host would tick while CAF shuts down, which triggers all
  /// timeouts until there are none.
  void end() {
    if (!fixture) return;
    for (std::uint32_t who = 0; who < processes_; ++who) stop(who);
    settle(network.dice(), steps + limits_.max_steps);
    fixture.reset();
  }

  static void send_stop(const caf::actor& handle) {
    if (handle) caf::anon_send_exit(handle, caf::exit_reason::user_shutdown);
  }

  /// Asks a process to stop, after which it must die; false if none can.
  virtual bool asks_to_stop(std::uint32_t /*who*/) { return false; }

  /// Counts an event of a process, and kills or stops the process if it is due.
  void live(std::uint32_t who, const Alive& alive) {
    const auto death = deaths_.find(who);
    if (!alive->alive || death == deaths_.end() || --death->second > 0) return;
    deaths_.erase(death);
    if (!asks_to_stop(who)) die(who, alive);
  }

  void die(std::uint32_t who, const Alive& alive) {
    alive->alive = false;
    stop(who);
    ++network.counts["deaths"];
    if (weather_.power && network.happens(0.5)) {
      ++network.counts["without power"];
      lose_unsynced(who);
    }
    network.forget_all(*alive);
    network.at(network.now + 100 + network.below(20000),
               [this, who] { start(who); });
  }

  /// Kills a process at its next event.
  void doom(std::uint32_t who) { deaths_[who] = 1; }

  /// Makes a process's gateway, simulated.
  std::function<caf::actor(const GatewayConfig&, const caf::actor&)> gateway(
      std::uint32_t who, const Alive& alive) {
    return [this, who, alive](const GatewayConfig& config,
                              const caf::actor& owner) {
      alive->owner = owner;
      alive->config = config;
      alive->config.tick = 1000;
      alive->config.silence = alive->config.patience = 15;
      return spawn_gate(who, alive);
    };
  }

 private:
  caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(
        fixture->sys.scheduler());
  }
  caf::detail::test_actor_clock& clock() { return scheduler().clock(); }

  std::vector<std::uint32_t> unended() const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t who = 0; who < processes_; ++who)
      if (!is_ended(who)) found.push_back(who);
    return found;
  }

  /// Handles messages until none is left; all runnable actors are equally
  /// likely.
  /// @return  true if none is left before the total of `most` steps
  bool settle(std::uint64_t seed, std::uint64_t most) {
    std::mt19937_64 dice(seed);
    auto& jobs = scheduler().jobs;
    for (; !jobs.empty(); ++steps) {
      if (steps == most) return false;
      const auto chosen =
          jobs.begin() + static_cast<std::ptrdiff_t>(dice() % jobs.size());
      std::rotate(jobs.begin(), chosen, chosen + 1);
      fixture->step();
    }
    return true;
  }

  caf::actor spawn_gate(std::uint32_t who, const Alive& alive) {
    return fixture->sys.spawn([this, who, alive](caf::event_based_actor* self) {
      self->set_default_handler(caf::drop);
      return caf::behavior{[this, who, alive](const SendFrame& frame) {
                             live(who, alive);
                             if (alive->alive) send(who, alive, frame);
                           },
                           [this, alive](const Allow& order) {
                             if (alive->alive) network.allow(*alive, order);
                           },
                           [this, alive](const Refuse& order) {
                             if (alive->alive) network.refuse(*alive, order);
                           },
                           [this, alive](const Drop& order) {
                             if (alive->alive) network.drop(*alive, order.link);
                           },
                           [this, who, alive](const Adopt&) {
                             if (alive->alive) connect(who, alive);
                           }};
    });
  }

  Weather weather_;
  Limits limits_;
  std::uint32_t processes_;
  std::map<std::uint32_t, std::uint64_t> deaths_;  ///< steps until the death

 public:
  std::uint64_t steps = 0;  ///< messages that actors handled
  SimulatedNetwork network;
  std::optional<DetFixture> fixture{std::in_place};
};

}  // namespace fedltr::test
