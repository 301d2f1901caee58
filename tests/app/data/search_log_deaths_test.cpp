// Logs of searches on disks, in federations whose processes die.
#include "app/data/search_log.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/simulated_members.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::search_log_deaths_test {
using namespace fedltr::test;

namespace {

constexpr Index kSearches = 40;  // of a member; an epoch takes 6

RecordedSearch search(std::uint32_t member, std::uint64_t id) {
  Rng rng(3, Purpose::kTest, member, static_cast<std::uint32_t>(id));
  RecordedSearch one{1000 * member + id, "somebody", {}, {}, {}};
  for (int i = 0; i < 4 * kMemberFeatures; ++i)
    one.rows.push_back(static_cast<float>(rng.uniform()));
  for (int i = 0; i < 4; ++i) one.scores.push_back(rng.uniform());
  one.clicks = {1, 0, static_cast<std::uint8_t>(id % 2), 0};
  return one;
}

members::Rehearsal with_users() {
  members::Rehearsal run = small_members(4);
  compare_by_clicks(run, 6);
  auto clicks = std::make_shared<ClickTraining>(*run.plan.training.clicks);
  clicks->user = nullptr;  // the users are real
  run.plan.training.clicks = std::move(clicks);
  run.plan.evaluate = 0;
  run.plan.comparing = {};
  run.searches.resize(kMembers);
  return run;
}

/// Members that learn from logs. A test that knows all logs checks which
/// searches an opened sum learned from.
class LoggedMembers : public SimulatedMembers {
 public:
  LoggedMembers(std::uint64_t seed, const Options& options)
      : SimulatedMembers(seed, options, with_users()) {
    for (std::uint32_t who = 0; who < kMembers; ++who) {
      SearchLog log(file(who), kColumns, "same");
      for (Index id = 0; id < kSearches; ++id)
        log.add(search(who, static_cast<std::uint64_t>(id)));
    }
  }
  ~LoggedMembers() override { end(); }

  std::uint64_t taught = 0;  ///< searches in opened sums
  std::uint64_t again = 0;   ///< those that a lost epoch had taken before

 private:
  const SearchColumns kColumns{kMemberFeatures, "columns"};

  /// Takes from the log on disk for a process that may die then.
  class Source final : public SearchSource {
   public:
    Source(LoggedMembers& all, std::uint32_t who, Alive alive)
        : all_(&all), who_(who), alive_(std::move(alive)) {}
    std::vector<RecordedSearch> take(std::uint32_t epoch, PrivacyUnit unit,
                                     Index most) override {
      auto taken = all_->logs_[who_]->take(epoch, unit, most);
      all_->rehearsal().searches[who_].taken[epoch] = taken;
      all_->live(who_, alive_);
      return taken;
    }
    std::vector<Preference> take_preferences(std::uint32_t,
                                             std::uint32_t) override {
      return {};
    }

   private:
    LoggedMembers* all_;
    std::uint32_t who_;
    Alive alive_;
  };

  std::filesystem::path file(std::uint32_t who) const {
    return folder_ / (std::to_string(who) + ".log");
  }

  void equip(std::uint32_t who, const Alive& alive,
             members::MemberConfig& config) override {
    logs_[who].reset();
    logs_[who].emplace(file(who), kColumns, "same");
    config.searches = std::make_shared<Source>(*this, who, alive);
    config.on_model = [this, who,
                       keep = config.on_model](const members::Closed& closed) {
      logs_[who]->closed(closed.epoch);
      keep(closed);
    };
    config.on_lost = [this, who](const members::Closed& closed) {
      if (closed.discarded) {
        logs_[who]->closed(closed.epoch);
        return;
      }
      logs_[who]->lost(closed.epoch);
      for (const auto& each : rehearsal().searches[who].taken[closed.epoch])
        waited_.insert(each.id);
    };
  }

  void on_sum(const members::EpochRecord& record) override {
    for (const std::uint32_t member : record.survivors)
      for (const auto& each :
           rehearsal().searches[member].taken[record.epoch]) {
        if (!taught_.insert(each.id).second)
          faults.push_back("a search teaches twice");
        ++taught;
        again += waited_.count(each.id);
      }
  }

  TemporaryFolder folder_;
  std::array<std::optional<SearchLog>, kMembers> logs_;
  std::set<std::uint64_t> taught_;
  std::set<std::uint64_t> waited_;
};

}  // namespace

TEST_CASE("no search is in two opened sums, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 3;
  how.limits.first_steps = 60;
  std::uint64_t taught = 0;
  std::uint64_t again = 0;
  simulate<LoggedMembers>(100, how, [&](const LoggedMembers& simulated) {
    const auto& lead = simulated.end_of_lead();
    REQUIRE_MESSAGE(lead->kind == members::End::Kind::kDone, lead->why);
    for (const std::string& fault : simulated.faults) FAIL_CHECK(fault);
    CHECK(simulated.kept.opened == 4);
    taught += simulated.taught;
    again += simulated.again;
  });
  if (!are_many_seeds()) return;
  CHECK(taught > 100 * 4 * 3 * 5);
  CHECK(again > 0);
}

}  // namespace fedltr::search_log_deaths_test
