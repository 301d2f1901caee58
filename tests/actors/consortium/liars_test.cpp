#include <array>
#include <map>
#include <memory>
#include <optional>

#include "actors/silo/step_messages.hpp"
#include "tests/support/liar.hpp"
#include "tests/support/simulated_consortium.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::liars_test {
using namespace fedltr::test;

namespace {

constexpr double kBudget = 4;
constexpr std::uint32_t kRelayPlace = SimulatedConsortium::kRelayPlace;

/// Messages and account of an honest party.
struct Told {
  std::map<std::pair<MessageType, std::uint32_t>, int> answers;  ///< by request
  std::shared_ptr<ReleaseLedger> account;
};

/// A run in which one process lies: a party, or the relay.
class LyingRun {
 public:
  LyingRun(std::uint64_t seed, std::uint32_t liar)
      : liar_(liar),
        lies_(seed, liar == kRelayPlace, with_budget(tiny_plan())->protocol) {
    SimulatedConsortium::Options how;
    how.weather = {0, 0, 0, 0, 0, false};
    how.party = [this](std::uint32_t who, consortium::PartyConfig& config) {
      set(who, config);
    };
    how.relay = [this](consortium::RelayConfig& config) {
      config.plan = with_budget(*config.plan);
      config.phase = 3000;
      if (liar_ == kRelayPlace)
        config.tamper = [this](const SiloMessage& message) {
          return lies_.instead_of(message);
        };
    };
    simulated.emplace(seed, how);
  }

  bool is_honest(std::uint32_t who) const { return who != liar_; }
  const consortium::End& end_of(std::uint32_t who) const {
    return *simulated->end_of(who);
  }

  std::uint32_t liar_;
  Liar lies_;
  std::array<Told, kParties> told;
  std::optional<SimulatedConsortium> simulated;

 private:
  static std::shared_ptr<const SiloPlan> with_budget(const SiloPlan& plan) {
    auto made = std::make_shared<SiloPlan>(plan);
    made->protocol.noise = make_sketch_noise(
        "sound", {2, made->protocol.shape.rows, made->protocol.shape.columns});
    made->protocol.budget = kBudget;
    return made;
  }

  void set(std::uint32_t who, consortium::PartyConfig& config) {
    config.plan = with_budget(*config.plan);
    config.deadline = 4000;
    config.on_sent = [this, who](const SiloMessage& message) {
      ++told[who].answers[{message.type(), message.request}];
    };
    config.hooks.on_account = [this, who](const auto& account) {
      told[who].account = account;
    };
    if (who == liar_)
      config.hooks.tamper = [this](const SiloMessage& message) {
        return lies_.instead_of(message);
      };
  }
};

/// Checks that an honest party sent what it had agreed to, and no more.
void check_told(const LyingRun& run, std::uint32_t who) {
  const SiloPlan& plan = tiny_plan();
  std::map<MessageType, std::uint32_t> sum;
  for (const auto& [key, times] : run.told[who].answers) {
    const auto& [type, request] = key;
    sum[type] += static_cast<std::uint32_t>(times);
    if (type != MessageType::kGradient && type != MessageType::kLocalModel &&
        type != MessageType::kMoments)
      continue;
    CAPTURE(name_of(type));
    CAPTURE(request);
    CHECK(times == 1);
    if (type == MessageType::kGradient)
      CHECK(request % kIterations < plan.options.training.joint_iterations);
  }
  const std::uint32_t joint = plan.options.training.joint_iterations;
  CHECK(sum[MessageType::kGradient] <= 2 * joint);  // two joint methods
  CHECK(sum[MessageType::kLocalModel] <= 1);
  CHECK(sum[MessageType::kTrained] <= 2);
  CHECK(sum[MessageType::kMoments] <= kParties);
  CHECK(sum[MessageType::kMetrics] == 0);
  if (const auto& account = run.told[who].account)
    CHECK(account->worst().accounted.best() <= kBudget);
}

/// Checks that each honest process has an end, with a reason unless it is done.
void check_ends(const LyingRun& run) {
  for (std::uint32_t who = 0; who <= kParties; ++who) {
    if (!run.is_honest(who)) continue;
    CAPTURE(who);
    const consortium::End& end = run.end_of(who);
    if (end.kind != End::Kind::kDone) CHECK_FALSE(end.why.empty());
    CHECK(end.kind != End::Kind::kInterrupted);
    if (who < kParties) check_told(run, who);
  }
}

/// Runs seeds of lies.
/// @param liar   of a seed
/// @param judge  of each run
template <class WhoLies, class Judge>
Counts run_lies(std::uint64_t usual, const WhoLies& liar, const Judge& judge) {
  const Hushed hushed;
  Counts counts;
  const Seeds range = seeds(usual);
  for (std::uint64_t i = 0; i < range.count; ++i) {
    const std::uint64_t seed = range.first + i;
    INFO("FEDLTR_SEED=", seed, " does it again");
    LyingRun run(seed, liar(seed));
    const bool ended = run.simulated->run();
    REQUIRE_MESSAGE(ended, "it hangs: ", run.simulated->hang());
    check_ends(run);
    judge(run, counts);
    for (const auto& [type, lies] : run.lies_.lies())
      counts["lies"] += static_cast<std::uint64_t>(lies);
  }
  std::string told;
  for (const auto& [what, count] : counts)
    told += ", " + std::to_string(count) + " " + what;
  MESSAGE(range.count << " seeds" << told);
  return counts;
}

}  // namespace

TEST_CASE("a party that lies ends no honest one without a reason") {
  const auto counts = run_lies(
      60, [](std::uint64_t seed) { return seed % kParties; },
      [](const LyingRun& run, Counts& counts) {
        const consortium::End& relay = run.end_of(kRelayPlace);
        ++counts[relay.kind == End::Kind::kDone ? "done" : "failed"];
        const std::string blames =
            "party " + std::to_string(run.liar_) + " refused: ";
        if (relay.run)
          for (const auto& [party, why] : relay.run->excluded) {
            CAPTURE(why);
            CHECK((party == run.liar_ || why.starts_with(blames)));
            ++counts["excluded"];
          }
        const bool unsummed =
            relay.why.find("do not add up") != std::string::npos;
        counts["unsummed"] += unsummed ? 1 : 0;
        // Only sums, which come before questions, end a run without a name.
        const std::string name = "party " + std::to_string(run.liar_);
        if (relay.kind != End::Kind::kDone)
          CHECK_MESSAGE((unsummed || relay.why.find(name) != std::string::npos),
                        relay.why);
        for (std::uint32_t who = 0; who < kParties; ++who) {
          if (!run.is_honest(who)) continue;
          // The relay is honest, and has checked all that it passes on.
          CHECK_MESSAGE(run.end_of(who).kind != End::Kind::kRefused,
                        run.end_of(who).why);
          if (const auto& account = run.told[who].account; unsummed && account)
            CHECK(account->worst().releases == 0);
        }
      });
  if (are_many_seeds()) {
    CHECK(counts.at("done") > 10);
    CHECK(counts.at("excluded") > 10);
  }
}

TEST_CASE("a relay that lies gets what was agreed, and each party ends") {
  const auto counts = run_lies(
      60, [](std::uint64_t) { return kRelayPlace; },
      [](const LyingRun& run, Counts& counts) {
        for (std::uint32_t who = 0; who < kParties; ++who)
          ++counts[run.end_of(who).kind == End::Kind::kRefused ? "refused"
                                                               : "other ends"];
      });
  if (are_many_seeds()) CHECK(counts.at("refused") > 10);
}

TEST_CASE("a party whose gradients ruin the model has no honest one blamed") {
  const Hushed hushed;
  Counts counts;
  for (const double size : {1e2, 3e4, 1e6, 1e8, 3e8, 6e8, 9e8}) {
    CAPTURE(size);
    SimulatedConsortium::Options how;
    how.weather = {0, 0, 0, 0, 0, false};
    const auto longer = [](const SiloPlan& plan) {
      auto made = std::make_shared<SiloPlan>(plan);
      made->options.training.joint_iterations = 12;
      made->options.training.rate = 1;
      return made;
    };
    how.relay = [&](consortium::RelayConfig& config) {
      config.plan = longer(*config.plan);
    };
    how.party = [&](std::uint32_t who, consortium::PartyConfig& config) {
      config.plan = longer(*config.plan);
      if (who != 1) return;
      config.hooks.tamper = [size](const SiloMessage& message) {
        if (message.type() != MessageType::kGradient)
          return std::vector{message};
        Vector values = body_of<Gradient>(message).values;
        values.setConstant(size);
        SiloMessage lie = message_of(Gradient{{values}}, message.request);
        lie.attempt = message.attempt;
        lie.from = message.from;
        lie.to = message.to;
        return std::vector{lie};
      };
    };
    SimulatedConsortium simulated(5, how);
    REQUIRE_MESSAGE(simulated.run(), simulated.hang());
    const consortium::End& relay = *simulated.end_of(kRelayPlace);
    if (relay.run)
      for (const auto& [party, why] : relay.run->excluded) {
        CAPTURE(why);
        CHECK(party == 1);
      }
    if (relay.kind == End::Kind::kDone) {
      ++counts["done"];
      continue;
    }
    ++counts["failed"];
    CAPTURE(relay.why);
    CHECK(relay.why.find(" diverged ") != std::string::npos);
    if (size > 1e3)
      CHECK(relay.why.find("as all before: ") < relay.why.rfind(" of party 1"));
  }
  MESSAGE(counts["done"] << " done, " << counts["failed"] << " failed");
  CHECK(counts["failed"] > 0);
}

TEST_CASE("a party that asks on holds the others up to the phase's end") {
  const Hushed hushed;
  SimulatedConsortium::Options how;
  how.weather = {0, 0, 0, 0, 0, false};
  how.relay = [](consortium::RelayConfig& config) { config.phase = 60; };
  how.party = [](std::uint32_t who, consortium::PartyConfig& config) {
    if (who != 2) return;
    // Nobody knows how many queries it has.
    SyntheticTextOptions options;
    options.documents = 12;
    options.terms = 20;
    options.vocabulary = 100;
    options.topics = 2;
    options.queries = 5000;
    options.depths = {4, 2};
    auto own = std::make_shared<const Collection>(synthesize_text(options));
    PartyShare share = whole_share(*own);
    auto plan = std::make_shared<SiloPlan>(*config.plan);
    plan->own[2] = std::make_shared<const PartyData>(
        PartyData{std::move(own), std::move(share)});
    config.plan = plan;
  };
  SimulatedConsortium simulated(7, how);
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  const consortium::End& relay = *simulated.end_of(kRelayPlace);
  REQUIRE_MESSAGE(relay.kind == End::Kind::kDone, relay.why);
  CHECK(relay.run->excluded ==
        std::map<std::uint32_t, std::string>{
            {2, "held up a phase that took longer than it may"}});
  CHECK(simulated.network.now > 60000);
  CHECK(simulated.network.now < 300000);
  for (const std::uint32_t who : {0U, 1U, 3U})
    CHECK(simulated.end_of(who)->kind == End::Kind::kDone);
}

TEST_CASE("a party leaves a relay that is connected but sends nothing") {
  const Hushed hushed;
  SimulatedConsortium::Options how;
  how.weather = {0, 0, 0, 0, 0, false};
  how.relay = [](consortium::RelayConfig& config) {
    config.deadline = 0;
    config.tamper = [](const SiloMessage& message) {
      return message.type() == MessageType::kMomentSum
                 ? std::vector<SiloMessage>()
                 : std::vector{message};
    };
  };
  how.party = [](std::uint32_t, consortium::PartyConfig& config) {
    config.deadline = 90;
  };
  SimulatedConsortium simulated(3, how);
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  CHECK(simulated.network.now < 1200000);
  int left = 0;
  for (std::uint32_t who = 0; who < kParties; ++who)
    if (simulated.end_of(who)->why == "the relay sent nothing in 90 s") ++left;
  CHECK(left > 0);
}

}  // namespace fedltr::liars_test
