#pragma once

#include <set>
#include <vector>

#include "actors/members/lead_host.hpp"
#include "actors/members/member_host.hpp"
#include "algorithms/members/grouped_lead.hpp"
#include "tests/support/simulated_processes.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::test {

/// A lead and some members with the hosts and actors of real processes. A test
/// that knows all secrets checks each sum.
class SimulatedMembers : public SimulatedProcesses {
 public:
  struct Options {
    Weather weather;
    double multiplier = 0;
    std::uint32_t epochs = 3;
    std::uint32_t evaluate = 0;
    std::optional<std::uint32_t> leaver;  ///< leaves once a sum is open
    Index compares = 0;                   ///< searches for it; 0: none does
    bool poisons = false;                 ///< the last member is an attacker
    Limits limits = {};
    std::optional<Tolerance> lies = {};  ///< at members.level = lying
    bool grouped = false;                ///< the members of grouped_members()
    members::Liars liars = {};
  };

  SimulatedMembers(std::uint64_t seed, const Options& options)
      : SimulatedMembers(
            seed, options,
            options.grouped
                ? grouped_members(options.epochs, options.multiplier)
                : small_members(options.epochs, options.multiplier)) {}
  SimulatedMembers(std::uint64_t seed, const Options& options,
                   members::Rehearsal run)
      : SimulatedProcesses(
            seed, options.weather,
            static_cast<std::uint32_t>(run.plan.names.size()) + 1,
            options.limits),
        run_(std::move(run)),
        lead_place_(static_cast<std::uint32_t>(run_.plan.names.size())),
        leaver_(options.leaver),
        charged_(lead_place_),
        memories_(lead_place_),
        places_(lead_place_ + 1) {
    run_.plan.evaluate = options.evaluate;
    if (options.lies) run_.plan.tolerance = *options.lies;
    if (options.compares > 0) compare_by_clicks(run_, options.compares);
    if (options.poisons) poison(run_);
    run_.plan.liars = options.liars;
    kept.model = run_.plan.initial;
  }
  ~SimulatedMembers() override { end(); }
  SimulatedMembers(const SimulatedMembers&) = delete;
  SimulatedMembers& operator=(const SimulatedMembers&) = delete;

  const std::optional<members::End>& end_of(std::uint32_t who) const {
    return places_[who].end;
  }
  const std::optional<members::End>& end_of_lead() const {
    return end_of(lead_place_);
  }
  const members::Rehearsal& plan() const { return run_; }

  members::LeadState kept;  ///< on the lead's disk
  std::uint64_t lost = 0;   ///< epochs
  std::vector<std::string> faults;
  std::string transcript;
  std::map<std::uint32_t, Vector> models;  ///< last, by member
  std::map<std::uint32_t, std::vector<HeldOutPoint>> curves;  ///< by member
  bool has_left = false;        ///< the leaver has the lead's word
  std::uint64_t withdrawn = 0;  ///< models
  std::map<std::uint32_t, MemberTrial> trials;  ///< last, by member

 protected:
  /// Equips a member's process that starts.
  virtual void equip(std::uint32_t /*who*/, const Alive& /*alive*/,
                     members::MemberConfig& /*config*/) {}
  /// Learns of a sum that the lead has opened.
  virtual void on_sum(const members::EpochRecord& /*record*/) {}
  members::Rehearsal& rehearsal() { return run_; }
  bool is_ended(std::uint32_t who) const override {
    return places_[who].end.has_value();
  }
  std::uint32_t lead_place() const { return lead_place_; }
  bool lies() const { return run_.plan.tolerance.lies; }

 private:
  struct Process {
    Alive place;
    caf::actor host;
    std::optional<members::End> end;
    std::uint64_t starts = 0;
  };

  void stop(std::uint32_t who) override { send_stop(places_[who].host); }
  /// Half of all members that die do so by their users.
  bool asks_to_stop(std::uint32_t who) override {
    if (who == lead_place_ || !network.happens(0.5)) return false;
    ++network.counts["stops"];
    caf::anon_send(places_[who].host, members::StopMember{});
    return true;
  }
  /// All that the lead keeps is synced.
  void lose_unsynced(std::uint32_t) override {}
  void connect(std::uint32_t who, const Alive& alive) override {
    network.connect(alive, std::nullopt, places_[lead_place_].place,
                    std::nullopt, who);
  }

  void start(std::uint32_t who) override {
    Process& process = places_[who];
    ++process.starts;
    const Alive alive = process.place =
        std::make_shared<SimulatedNetwork::Place>();
    const caf::actor main = spawn_main(who, alive);
    if (who == lead_place_) {
      process.host =
          fixture->sys.spawn(members::lead_host, lead_config(alive), main);
      return;
    }
    process.host = fixture->sys.spawn(members::member_host,
                                      member_config(who, alive), main);
    dial_soon(who, alive, network.now);
  }

  caf::actor spawn_main(std::uint32_t who, const Alive& alive) {
    return fixture->sys.spawn([this, who, alive](caf::event_based_actor* self) {
      self->set_default_handler(caf::drop);
      return caf::behavior{[this, who, alive](const members::HostEnded& ended) {
                             if (alive->alive) finish(who, alive, ended.end);
                           },
                           [this, who, alive](const members::PartEnded& ended) {
                             if (alive->alive) end_part(who, alive, ended.end);
                           },
                           [this, who, alive](const members::Lost&) {
                             dial_soon(who, alive, network.now);
                           }};
    });
  }

  void dial_soon(std::uint32_t who, const Alive& alive, std::uint64_t since) {
    network.at(network.now + 500, [this, who, alive, since] {
      if (!alive->alive || places_[who].end) return;
      if (network.now > since + 300000)
        return finish(who, alive, {members::End::Kind::kLeftOut, "no server"});
      const Process& lead = places_[lead_place_];
      if (network.is_cut_off(who) || !lead.place || !lead.place->alive ||
          !lead.place->owner || lead.end)
        return dial_soon(who, alive, since);
      caf::anon_send(places_[who].host, members::Dialed{0});
    });
  }

  void end_part(std::uint32_t who, const Alive& alive,
                const members::End& end) {
    if (end.kind != members::End::Kind::kInterrupted)
      return finish(who, alive, end);
    network.at(network.now + 1000, [this, who, alive] { die(who, alive); });
  }

  void finish(std::uint32_t who, const Alive& alive, const members::End& end) {
    if (places_[who].end) return;
    places_[who].end = end;
    network.at(network.now + 1, [this, who, alive] {
      network.close_all(*alive);
      stop(who);
    });
  }

  void on_closed(const members::EpochRecord& record,
                 const members::LeadState& state) {
    const bool is_learning = record.kind == EpochKind::kLearning;
    if ((record.why.empty() || record.discarded > 0) && is_learning)
      on_sum(record);
    const bool returns = record.why.empty() && !is_learning &&
                         state.curve.back().verdict == ModelVerdict::kWithdrawn;
    withdrawn += returns;
    if (!record.why.empty() || !is_learning) {
      lost += !record.why.empty();
      if (state.model != (returns ? kept.comparison.kept : kept.model))
        faults.push_back("the model moves without a sum");
    } else if (record.groups == 1 &&
               state.model != next_model(run_, kept.model, record.epoch,
                                         record.members, record.survivors)) {
      faults.push_back("a sum is not that of its survivors");
    }
    for (const std::uint32_t member : record.survivors)
      if (run_.plan.code_of(record.kind).multiplier > 0 &&
          !charged_[member].contains(record.epoch))
        faults.push_back("a part left that was not charged");
    if (left_after_ && record.epoch > *left_after_ &&
        std::ranges::count(record.survivors, *leaver_) > 0)
      faults.push_back("a part of one that has left");
    kept = state;
  }

  members::LeadConfig lead_config(const Alive& alive) {
    members::LeadConfig config;
    config.plan = run_.plan;
    config.agreed.digest = "same";
    config.deadlines = {60, 30};
    config.state = kept;
    config.draw = simulated_draw(run_.seed);
    config.hooks.on_open = [this, alive](const members::LeadState& state) {
      if (!alive->alive) return;
      if (!opened_.insert(state.epoch).second)
        faults.push_back("a number of an epoch was used again");
      kept = state;
      live(lead_place_, alive);
    };
    config.hooks.on_left = [this, alive](std::uint32_t member,
                                         const auto& state) {
      if (!alive->alive) return;
      if (member != leaver_) faults.push_back("another has left");
      left_after_ = state.epoch;
      kept = state;
      live(lead_place_, alive);
    };
    config.hooks.on_closed = [this, alive](const auto& record,
                                           const auto& state) {
      if (alive->alive) on_closed(record, state);
      live(lead_place_, alive);
    };
    config.transcript = [this](std::string_view bytes) { transcript += bytes; };
    config.gateway.terms.protocols = members::kProtocols;
    config.gateway.terms.knows_token = [](const auto&, const auto&) {
      return true;
    };
    config.gateway.stand_in = gateway(lead_place_, alive);
    if (lies()) config.certifier.certify = simulated_certify(run_.seed);
    return config;
  }

  members::MemberConfig member_config(std::uint32_t who, const Alive& alive) {
    members::MemberConfig config;
    config.plan = run_.plan;
    config.member = who;
    config.rows = run_.rows[who];
    config.secrets = simulated_secrets(run_.seed, who);
    config.secrets.charge = [this, who, alive](std::uint32_t epoch, double) {
      if (!charged_[who].insert(epoch).second)
        throw std::invalid_argument("an epoch that the ledger has already");
      live(who, alive);
    };
    config.on_model = [this, who, alive](const members::Closed& closed) {
      models[who] = closed.model.view();
      if (who == leaver_ && closed.survivors > 0) doom(who);
      live(who, alive);
    };
    config.held_out = run_.exams[who];
    config.on_measured = [this, who](const members::Measured& measured) {
      curves[who].push_back(measured.point);
    };
    config.on_trial = [this, who](const MemberTrial& trial) {
      trials[who] = trial;
    };
    if (who == leaver_ && kept.opened > 0)
      config.on_left = [this](const members::Left&) { has_left = true; };
    config.agreed.digest = "same";
    config.process = 100 * places_[who].starts + who;
    config.gateway.terms.protocols = members::kProtocols;
    config.gateway.terms.name = run_.plan.names[who];
    config.gateway.stand_in = gateway(who, alive);
    if (lies()) {
      config.proof = simulated_proof(run_.seed, who, "same");
      config.proof->memory = memories_[who];
      config.proof->keep = [this, who, alive](const MemberMemory& memory) {
        memories_[who] = memory;
        live(who, alive);
      };
    }
    equip(who, alive, config);
    return config;
  }

  members::Rehearsal run_;
  std::uint32_t lead_place_;
  std::optional<std::uint32_t> leaver_;
  std::optional<std::uint32_t> left_after_;  ///< epoch
  std::set<std::uint32_t> opened_;
  std::vector<std::set<std::uint32_t>> charged_;       ///< epochs, by member
  std::vector<std::optional<MemberMemory>> memories_;  ///< on disks
  std::vector<Process> places_;
};

}  // namespace fedltr::test
