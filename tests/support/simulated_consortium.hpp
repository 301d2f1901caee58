#pragma once

#include <spdlog/spdlog.h>

#include "tests/support/certificates.hpp"
#include "tests/support/simulated_processes.hpp"
#include "tests/support/small_consortium.hpp"

namespace fedltr::test {

/// The smallest possible run: a simulation has thousands.
inline const SiloPlan& tiny_plan() {
  static const SiloPlan plan = [] {
    SiloPlan tiny = small_silo();
    tiny.collection = nullptr;
    tiny.shares = std::make_shared<const std::vector<PartyShare>>(kParties);
    tiny.protocol.shape = {SketchKind::kCount, 3, 16};
    tiny.protocol.frequency = {SketchKind::kCount, 3, 64};
    tiny.protocol.obfuscation = {3};
    tiny.protocol.noise = make_sketch_noise("paper", {2, 3, 16});
    tiny.protocol.top.documents = 3;
    tiny.protocol.capacity = 12;
    tiny.options.top = 3;
    tiny.options.training.local_iterations = 2;
    tiny.options.training.joint_iterations = 2;
    for (std::uint32_t p = 0; p < kParties; ++p) {
      SyntheticTextOptions options;
      options.documents = 12;
      options.terms = 20;
      options.vocabulary = 100;
      options.topics = 2;
      options.queries = 3;
      options.depths = {4, 2};
      options.seed = 1 + p;
      auto own = std::make_shared<const Collection>(synthesize_text(options));
      PartyShare share = whole_share(*own);
      tiny.own.push_back(std::make_shared<const PartyData>(
          PartyData{std::move(own), std::move(share)}));
    }
    return tiny;
  }();
  return plan;
}

/// Records of a process, `synced` of which are on disk.
template <class Record>
struct SimulatedDisk {
  std::vector<Record> records;
  std::size_t synced = 0;
};

/// A relay and four parties, with the hosts, conversations, relay and parties
/// of a real run.
class SimulatedConsortium : public SimulatedProcesses {
 public:
  static constexpr std::uint32_t kRelayPlace = kParties;

  struct Options {
    Weather weather;
    std::uint32_t grace = 600;  ///< seconds; the relay's
    bool tls = false;
    bool disk_lies = false;  ///< synced records are not on it
    bool shortens = false;   ///< the relay shortens delivered messages
    Limits limits;           ///< a run usually takes 2,000 steps
    /// Change the settings of each party, by number, and of the relay.
    std::function<void(std::uint32_t, consortium::PartyConfig&)> party = {};
    std::function<void(consortium::RelayConfig&)> relay = {};
  };

  SimulatedConsortium(std::uint64_t seed, const Options& options)
      : SimulatedProcesses(seed, options.weather, kParties + 1, options.limits),
        options_(options) {}
  ~SimulatedConsortium() override { end(); }
  SimulatedConsortium(const SimulatedConsortium&) = delete;
  SimulatedConsortium& operator=(const SimulatedConsortium&) = delete;

  const std::optional<consortium::End>& end_of(std::uint32_t who) const {
    return places_[who].end;
  }
  std::uint64_t shortened = 0;  ///< messages

  const caf::actor& host_of(std::uint32_t who) const {
    return places_[who].host;
  }

 private:
  struct Process {
    Alive place;
    caf::actor host;
    std::optional<consortium::End> end;
  };

  void stop(std::uint32_t who) override { send_stop(places_[who].host); }
  bool is_ended(std::uint32_t who) const override {
    return places_[who].end.has_value();
  }
  void lose_unsynced(std::uint32_t who) override {
    who == kRelayPlace ? lose(relay_disk_) : lose(disks_[who]);
  }
  template <class Disk>
  void lose(Disk& disk) {
    const std::size_t unsure = disk.records.size() - disk.synced;
    disk.records.resize(disk.synced + network.below(unsure + 1));
  }
  void connect(std::uint32_t who, const Alive& alive) override {
    network.connect(alive, tls(who), places_[kRelayPlace].place,
                    tls(kRelayPlace), who);
  }

  template <class Config, class Disk>
  void keep_on(Disk& disk, Config& config, std::uint32_t who,
               const Alive& alive) {
    config.keep = [this, &disk, who, alive](auto record) {
      live(who, alive);
      if (alive->alive) disk.records.push_back(std::move(record));
    };
    config.sync = [this, &disk, who, alive] {
      live(who, alive);
      if (alive->alive && !options_.disk_lies)
        disk.synced = disk.records.size();
    };
    using Record = typename decltype(disk.records)::value_type;
    config.kept = [&disk, alive, next = std::size_t{0},
                   found = disk.records.size()]() mutable {
      return alive->alive && next < found
                 ? std::optional<Record>(disk.records[next++])
                 : std::nullopt;
    };
    disk.synced = disk.records.size();
    config.gateway.stand_in = gateway(who, alive);
    if constexpr (requires { config.shorten; })
      if (options_.shortens) shorten_on(disk, config, alive);
  }

  /// Shortens the relay's records after each message that it passes on.
  void shorten_on(SimulatedDisk<consortium::RelayRecord>& disk,
                  consortium::RelayConfig& config, const Alive& alive) {
    config.most_delivered = 0;
    config.shorten = [this, &disk,
                      alive](const consortium::ShortenRecord& shorten) {
      if (!alive->alive) return std::uint64_t{0};
      std::vector<consortium::RelayRecord> shorter;
      for (const auto& record : disk.records)
        if (auto changed = shorten(record)) {
          shortened += !std::holds_alternative<consortium::Passed>(record) &&
                       std::holds_alternative<consortium::Passed>(*changed);
          shorter.push_back(std::move(*changed));
        }
      disk.records = std::move(shorter);
      disk.synced = disk.records.size();
      return std::uint64_t{1};
    };
  }

  void start(std::uint32_t who) override {
    Process& process = places_[who];
    const Alive alive = process.place =
        std::make_shared<SimulatedNetwork::Place>();
    const caf::actor main = spawn_main(who, alive);
    if (who == kRelayPlace) {
      const auto config = relay_config(alive);
      process.host = fixture->sys.spawn(consortium::relay_host, config, main);
    } else {
      const auto config = party_config(who, alive);
      process.host = fixture->sys.spawn(consortium::party_host, config, main);
    }
  }

  caf::actor spawn_main(std::uint32_t who, const Alive& alive) {
    return fixture->sys.spawn([this, who, alive](caf::event_based_actor* self) {
      self->set_default_handler(caf::drop);
      return caf::behavior{[this, who, alive](const consortium::End& end) {
                             if (alive->alive) finish(who, alive, end);
                           },
                           [this, who, alive](consortium::Ready) {
                             dial_soon(who, alive, network.now);
                           },
                           [this, who, alive](const consortium::Lost&) {
                             dial_soon(who, alive, network.now);
                           }};
    });
  }

  void dial_soon(std::uint32_t who, const Alive& alive, std::uint64_t since) {
    network.at(network.now + 500, [this, who, alive, since] {
      if (!alive->alive || places_[who].end) return;
      if (network.now > since + 300000)
        return finish(who, alive,
                      {consortium::End::Kind::kLeftOut, "no relay", {}, {}});
      const Process& relay = places_[kRelayPlace];
      if (network.is_cut_off(who) || !relay.place || !relay.place->alive ||
          !relay.place->owner || relay.end)
        return dial_soon(who, alive, since);
      ++network.counts["connections"];
      caf::anon_send(places_[who].host, consortium::Dialed{0});
    });
  }

  void finish(std::uint32_t who, const Alive& alive,
              const consortium::End& end) {
    if (places_[who].end) return;
    places_[who].end = end;
    // After the last frames have reached the gateway.
    network.at(network.now + 1, [this, who, alive] {
      network.close_all(*alive);
      stop(who);
    });
  }

  consortium::RelayConfig relay_config(const Alive& alive) {
    consortium::RelayConfig config;
    auto plan = std::make_shared<SiloPlan>(tiny_plan());
    plan->own.assign(kParties, nullptr);
    config.plan = plan;
    config.deadline = 600;
    config.members = {"a", "b", "c", "d"};
    config.agreed.digest = "same";
    config.gateway.terms.protocols = consortium::kProtocols;
    config.gateway.terms.accepting = "relay";
    config.gateway.terms.knows_token = [](const auto&, const auto&) {
      return true;
    };
    config.grace = options_.grace;
    keep_on(relay_disk_, config, kRelayPlace, alive);
    if (options_.relay) options_.relay(config);
    return config;
  }

  consortium::PartyConfig party_config(std::uint32_t who, const Alive& alive) {
    consortium::PartyConfig config;
    auto plan = std::make_shared<SiloPlan>(tiny_plan());
    for (std::uint32_t p = 0; p < kParties; ++p)
      if (p != who) plan->own[p] = nullptr;
    config.plan = plan;
    config.party = who;
    config.members = {"a", "b", "c", "d"};
    config.gateway.terms.protocols = consortium::kProtocols;
    config.gateway.terms.accepting = "relay";
    config.gateway.terms.name = config.members[who];
    config.agreed.digest = "same";
    config.process = who + 1;
    keep_on(disks_[who], config, who, alive);
    if (options_.party) options_.party(who, config);
    return config;
  }

  SimulatedNetwork::Config tls(std::uint32_t who) const {
    if (!options_.tls) return std::nullopt;
    static const Authority authority("ED25519");
    static const std::array<TlsConfig, kParties + 1> configs = {
        TlsConfig(authority.issue("a", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue("b", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue("c", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue("d", "clientAuth"), Side::kNode),
        TlsConfig(authority.issue(kServerName, "serverAuth"), Side::kServer)};
    return configs[who];
  }

  Options options_;
  SimulatedDisk<consortium::RelayRecord> relay_disk_;
  std::array<SimulatedDisk<consortium::PartyEvent>, kParties> disks_;
  std::array<Process, kParties + 1> places_;
};

}  // namespace fedltr::test
