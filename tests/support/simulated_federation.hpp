#pragma once

#include <array>

#include "actors/nodes/host.hpp"
#include "actors/nodes/remote_cohort.hpp"
#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/node_federation.hpp"
#include "tests/support/simulated_processes.hpp"

namespace fedltr::test {

/// A server and three nodes, with the roster, hosts, server and cohorts of a
/// real run. The class does the rest of a process of `fedltr serve`: it keeps
/// checkpoints and resumes from the last one.
class SimulatedFederation : public SimulatedProcesses {
 public:
  static constexpr std::uint32_t kNodes = 3;
  static constexpr std::uint32_t kServerPlace = kNodes;

  struct Options {
    FederationPlan plan;
    Weather weather;
    std::uint32_t wait = 600;  ///< seconds that the server waits for a node
    bool tls = false;
    Limits limits{60, 4000, 2'000'000};
  };

  SimulatedFederation(std::uint64_t seed, const Options& options)
      : SimulatedProcesses(seed, options.weather, kNodes + 1, options.limits),
        options_(options) {}
  ~SimulatedFederation() override { end(); }
  SimulatedFederation(const SimulatedFederation&) = delete;
  SimulatedFederation& operator=(const SimulatedFederation&) = delete;

  /// The server's error, empty if it succeeded, and its result.
  const std::string& failure() const { return *failure_; }
  const std::optional<RunResult>& result() const { return result_; }
  const SessionEnd& end_of(std::uint32_t node) const { return *ends_[node]; }

 private:
  /// Observer through which a server process writes to the disk.
  struct Disk : Observer {
    std::function<void(std::uint32_t, const std::string&)> keep;
    std::optional<RunResult> result;

    void on_round(std::uint32_t, const RoundRecord&) override {}
    void on_finished(std::uint32_t, RunResult ended) override {
      result = std::move(ended);
    }
    void on_checkpoint(std::uint32_t, std::uint32_t round,
                       const std::string& bytes) override {
      keep(round, bytes);
    }
  };
  struct Process {
    Alive place;
    std::vector<caf::actor> actors;
  };

  void stop(std::uint32_t who) override {
    for (const caf::actor& each : places_[who].actors) send_stop(each);
  }
  bool is_ended(std::uint32_t who) const override {
    return who == kServerPlace ? failure_.has_value() : ends_[who].has_value();
  }
  /// Checkpoints are synced as they are written.
  void lose_unsynced(std::uint32_t) override {}
  void connect(std::uint32_t who, const Alive& alive) override {
    network.connect(alive, tls(who), places_[kServerPlace].place,
                    tls(kServerPlace), who);
  }

  void start(std::uint32_t who) override {
    const Alive alive = places_[who].place =
        std::make_shared<SimulatedNetwork::Place>();
    places_[who].actors.clear();
    if (who == kServerPlace)
      start_server(alive);
    else
      dial_soon(who, alive, network.now);
  }

  void start_server(const Alive& alive) {
    FederationPlan plan = options_.plan;
    plan.resume = checkpoint_;
    if (checkpoint_) ++network.counts["resumed"];
    const auto disk = disks_.emplace_back(std::make_shared<Disk>());
    disk->keep = [this, alive](std::uint32_t round, const std::string& bytes) {
      live(kServerPlace, alive);
      if (!alive->alive) return;
      CHECK(round >= kept_);
      kept_ = round;
      checkpoint_ = std::make_shared<const std::string>(bytes);
    };
    auto& actors = places_[kServerPlace].actors;
    auto& sys = fixture->sys;
    const caf::actor conductor = spawn_conductor(alive, disk);
    const caf::actor recording =
        sys.spawn([disk, conductor](caf::event_based_actor* self) {
          return recorder(self, disk.get(), conductor);
        });
    const caf::actor keeper = sys.spawn(roster, roster_config(alive),
                                        wire::max_bytes(plan), conductor);
    const caf::actor server =
        sys.spawn(fedltr::server, begin_run(plan), recording, conductor,
                  cohorts_at(keeper));
    actors = {recording, server, keeper, conductor};
    caf::anon_send(server, StartRun{});
  }

  /// Stands in for the conductor of run_federations().
  caf::actor spawn_conductor(const Alive& alive,
                             const std::shared_ptr<Disk>& disk) {
    return fixture->sys.spawn([this, alive,
                               disk](caf::event_based_actor* self) {
      self->set_default_handler(caf::drop);
      const auto server = [this] { return places_[kServerPlace].actors[1]; };
      return caf::behavior{
          [=, this](const RunEnded& ended) {
            if (alive->alive) finish(alive, ended.failure, *disk);
          },
          [=](CheckpointNow) {
            if (alive->alive) self->send(server(), CheckpointNow{});
          },
          [=](const NodesGone& gone) {
            if (alive->alive)
              self->send(server(), Abandon{gone.why, gone.at_once});
          }};
    });
  }

  void finish(const Alive& alive, const std::string& failure, Disk& disk) {
    if (failure_) return;
    failure_ = failure;
    result_ = std::move(disk.result);
    caf::anon_send(places_[kServerPlace].actors[2], Disband{failure.empty()});
    network.at(network.now + 1, [this, alive] { close(kServerPlace, alive); });
  }

  /// Ends the process after the last frames have reached the gateway.
  void close(std::uint32_t who, const Alive& alive) {
    network.close_all(*alive);
    stop(who);
  }

  void dial_soon(std::uint32_t who, const Alive& alive, std::uint64_t since) {
    network.at(network.now + 500, [this, who, alive, since] {
      if (!alive->alive || ends_[who]) return;
      if (network.now > since + 300000) {
        ends_[who] = {SessionEnd::Kind::kLost, "no server", false, nullptr};
        return;
      }
      const Alive& server = places_[kServerPlace].place;
      if (network.is_cut_off(who) || !server || !server->alive ||
          !server->owner || failure_)
        return dial_soon(who, alive, since);
      ++network.counts["connections"];
      begin_session(who);
    });
  }

  /// Makes a host per connection, as serve_session() does.
  void begin_session(std::uint32_t who) {
    const Alive alive = places_[who].place =
        std::make_shared<SimulatedNetwork::Place>();
    const caf::actor main =
        fixture->sys.spawn([this, who, alive](caf::event_based_actor* self) {
          self->set_default_handler(caf::drop);
          return caf::behavior{[this, who, alive](const SessionEnd& end) {
            if (alive->alive) end_session(who, alive, end);
          }};
        });
    places_[who].actors = {
        fixture->sys.spawn(host, host_config(who, alive), -1, main)};
  }

  void end_session(std::uint32_t who, const Alive& alive,
                   const SessionEnd& end) {
    network.at(network.now + 1, [this, who, alive, end] {
      if (!alive->alive) return;
      close(who, alive);
      if (end.kind == SessionEnd::Kind::kLost)
        dial_soon(who, alive, network.now);
      else
        ends_[who] = end;
    });
  }

  RosterConfig roster_config(const Alive& alive) {
    RosterConfig config = quick_config(-1);
    config.min_nodes = 1 + static_cast<std::uint32_t>(network.below(kNodes));
    config.tick = 1000;
    config.wait = options_.wait;
    config.mute = 20;
    config.gateway.stand_in = gateway(kServerPlace, alive);
    return config;
  }

  HostConfig host_config(std::uint32_t who, const Alive& alive) {
    HostConfig config =
        quick_host(options_.plan, "node-" + std::to_string(who));
    config.cores = 1 + who;
    config.gateway.stand_in = gateway(who, alive);
    return config;
  }

  SimulatedNetwork::Config tls(std::uint32_t who) const {
    if (!options_.tls) return std::nullopt;
    static const Authority authority("ED25519");
    static const std::array<TlsConfig, kNodes + 1> configs = {
        TlsConfig(authority.issue("node-0", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue("node-1", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue("node-2", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue(kServerName, "serverAuth"), Side::kServer)};
    return configs[who];
  }

  Options options_;
  std::shared_ptr<const std::string> checkpoint_;  ///< the last on disk
  std::uint32_t kept_ = 0;                         ///< its round
  std::vector<std::shared_ptr<Disk>> disks_;       ///< one per process
  std::array<Process, kNodes + 1> places_;
  std::array<std::optional<SessionEnd>, kNodes> ends_;
  std::optional<std::string> failure_;
  std::optional<RunResult> result_;
};

}  // namespace fedltr::test
