#include "actors/members/run_members.hpp"
#include "tests/support/simulated_members.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::members_simulation_test {
using namespace fedltr::test;
using Kind = members::End::Kind;

/// The masked evaluations of a rehearsal in one process.
class RehearsedCurve : public Observer {
 public:
  std::vector<HeldOutPoint> of(const members::Rehearsal& run) {
    Interrupt interrupt;
    CHECK(members::run_members(run, 0, 1, *this, interrupt).failure == "");
    return curve_;
  }
  Vector model_of(const members::Rehearsal& run) {
    of(run);
    return model_;
  }
  void on_round(std::uint32_t, const RoundRecord&) override {}
  void on_finished(std::uint32_t, RunResult finished) override {
    curve_ = finished.held_out;
    model_ = finished.model;
  }

 private:
  std::vector<HeldOutPoint> curve_;
  Vector model_;
};

void check_sums(const SimulatedMembers& simulated) {
  const auto& lead = simulated.end_of_lead();
  REQUIRE_MESSAGE(lead->kind == Kind::kDone, lead->why);
  for (const std::string& fault : simulated.faults) FAIL_CHECK(fault);
  CHECK(simulated.kept.opened == simulated.plan().plan.epochs);
  for (std::uint32_t member = 0; member < kMembers; ++member) {
    const auto& end = simulated.end_of(member);
    if (end->kind == Kind::kDone)
      CHECK(simulated.models.at(member) == simulated.kept.model);
    else
      CHECK(end->why == "no server");
  }
}

TEST_CASE(
    "each opened sum is exactly that of its survivors, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 3;
  how.limits.first_steps = 60;
  std::uint64_t lost = 0;
  const Counts counts = simulate<SimulatedMembers>(
      300, how, [&](const SimulatedMembers& simulated) {
        check_sums(simulated);
        lost += simulated.lost;
      });
  if (!are_many_seeds()) return;
  for (const char* what : {"lost", "reset", "half open", "deaths"})
    CHECK_MESSAGE(counts.at(what) > 50, what);
  CHECK(lost > 5);
}

TEST_CASE("with noise too, and each part is charged before it leaves") {
  SimulatedMembers::Options how;
  how.multiplier = 3;
  how.weather.deaths = 3;
  how.limits.first_steps = 60;
  simulate<SimulatedMembers>(120, how, check_sums);
}

SimulatedMembers::Options calm() {
  SimulatedMembers::Options how;
  how.weather = {0, 0, 0, 0, 0, false};
  how.multiplier = 3;
  return how;
}

TEST_CASE("evaluations measure the models, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 2;
  how.evaluate = 1;
  simulate<SimulatedMembers>(100, how, [](const SimulatedMembers& simulated) {
    check_sums(simulated);
    std::set<std::uint32_t> models;
    for (const HeldOutPoint& point : simulated.kept.curve)
      CHECK(models.insert(point.opened).second);
    CHECK(simulated.kept.measured);
  });
}

void check_trials(const SimulatedMembers& simulated) {
  check_sums(simulated);
  for (std::uint32_t member = 0; member < kMembers; ++member) {
    if (simulated.end_of(member)->kind != Kind::kDone) continue;
    CHECK(simulated.trials.at(member).began == simulated.kept.comparison.began);
    CHECK(simulated.trials.at(member).kept == simulated.kept.comparison.kept);
  }
}

TEST_CASE("all compare the same models, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 2;
  how.epochs = 4;
  how.compares = 30;
  simulate<SimulatedMembers>(100, how, check_trials);
}

TEST_CASE("an attacker's models are withdrawn, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 2;
  how.epochs = 4;
  how.compares = 200;
  how.poisons = true;
  std::uint64_t withdrawn = 0;
  std::uint64_t simulations = 0;
  simulate<SimulatedMembers>(60, how, [&](const SimulatedMembers& simulated) {
    check_trials(simulated);
    withdrawn += simulated.withdrawn;
    ++simulations;
  });
  CHECK(withdrawn >= simulations);
}

TEST_CASE("one that leaves has no part in later sums, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 2;
  how.epochs = 6;
  how.leaver = 2;
  std::uint64_t left = 0;
  simulate<SimulatedMembers>(150, how, [&](const SimulatedMembers& simulated) {
    const auto& lead = simulated.end_of_lead();
    REQUIRE_MESSAGE(lead->kind == Kind::kDone, lead->why);
    for (const std::string& fault : simulated.faults) FAIL_CHECK(fault);
    CHECK(simulated.kept.opened == 6);
    if (!simulated.has_left) return;
    ++left;
    CHECK(simulated.kept.left == std::vector<std::uint32_t>{2});
    CHECK(simulated.end_of(2)->kind == Kind::kDone);
  });
  CHECK(left > 0);
}

TEST_CASE("a rehearsal in one process has the same bits") {
  SimulatedMembers simulated(1, calm());
  const Hushed hushed;
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  check_sums(simulated);
  Vector model = simulated.plan().plan.initial;
  for (std::uint32_t epoch = 1; epoch <= 3; ++epoch)
    model = next_model(simulated.plan(), model, epoch, kMembers, {0, 1, 2, 3});
  CHECK(simulated.kept.model == model);
}

TEST_CASE("all learn the curve of the rehearsal, bit for bit") {
  auto how = calm();
  how.evaluate = 2;
  SimulatedMembers simulated(4, how);
  const Hushed hushed;
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  check_sums(simulated);
  const auto& curve = simulated.kept.curve;
  REQUIRE(curve.size() == 3);
  const std::uint32_t evaluated[] = {0, 2, 3};
  const auto opened = RehearsedCurve().of(simulated.plan());
  REQUIRE(opened.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(curve[i].opened == evaluated[i]);
    CHECK(opened[i].mean == curve[i].mean);
    CHECK(opened[i].queries == curve[i].queries);
    for (std::uint32_t member = 0; member < kMembers; ++member)
      CHECK(simulated.curves.at(member).at(i).mean == curve[i].mean);
  }
}

TEST_CASE("all learn the comparisons of the rehearsal, bit for bit") {
  SimulatedMembers::Options how;
  how.weather = {0, 0, 0, 0, 0, false};
  how.epochs = 5;
  how.compares = 60;
  SimulatedMembers simulated(4, how);
  const Hushed hushed;
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  check_trials(simulated);
  const auto opened = RehearsedCurve().of(simulated.plan());
  REQUIRE(opened.size() == 3);
  REQUIRE(simulated.kept.curve.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const HeldOutPoint& point = simulated.kept.curve[i];
    CHECK(opened[i].opened == point.opened);
    CHECK(opened[i].mean == point.mean);
    CHECK(opened[i].lower == point.lower);
    CHECK(opened[i].verdict == point.verdict);
    for (std::uint32_t member = 0; member < kMembers; ++member)
      CHECK(simulated.curves.at(member).at(i).mean == point.mean);
  }
}

SimulatedMembers::Options in_groups() {
  SimulatedMembers::Options how;
  how.grouped = true;
  how.multiplier = 3;
  how.weather.deaths = 3;
  how.limits.first_steps = 60;
  return how;
}

void check_groups(const SimulatedMembers& simulated) {
  const auto& lead = simulated.end_of_lead();
  REQUIRE_MESSAGE(lead->kind == Kind::kDone, lead->why);
  for (const std::string& fault : simulated.faults) FAIL_CHECK(fault);
  CHECK(simulated.kept.opened == simulated.plan().plan.epochs);
  for (const std::uint32_t member : simulated.kept.left_out)
    CHECK(member < simulated.plan().plan.liars.count);
}

TEST_CASE("groups have the bits of a rehearsal, with a liar too") {
  for (const std::uint32_t liars : {0U, 1U})
    for (const double multiplier : {0.0, 3.0}) {
      auto how = in_groups();
      how.weather = calm().weather;
      how.multiplier = multiplier;
      how.epochs = 4;
      how.liars = {liars, 1e4};
      SimulatedMembers simulated(3, how);
      const Hushed hushed;
      REQUIRE_MESSAGE(simulated.run(), simulated.hang());
      check_groups(simulated);
      CHECK(simulated.kept.model ==
            RehearsedCurve().model_of(simulated.plan()));
      CHECK(simulated.kept.model.norm() < 10);
      CHECK((simulated.kept.evidence.size() > 0) == (liars > 0));
    }
}

TEST_CASE(
    "groups continue in spite of deaths and a liar, and accuse no other") {
  auto how = in_groups();
  how.liars = {1, 1e5};
  simulate<SimulatedMembers>(100, how, [&](const SimulatedMembers& simulated) {
    check_groups(simulated);
    CHECK(simulated.kept.model.norm() < 100);
  });
}

TEST_CASE(
    "a liar is left out and learns it, and the others end with one model") {
  auto how = in_groups();
  how.weather = calm().weather;
  how.epochs = 30;
  how.liars = {1, 1e4};
  SimulatedMembers simulated(5, how);
  const Hushed hushed;
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  check_groups(simulated);
  CHECK(simulated.kept.left_out == std::vector<std::uint32_t>{0});
  CHECK(simulated.end_of(0)->kind == Kind::kLeftOut);
  CHECK(simulated.end_of(0)->why.find("leaves this member out") !=
        std::string::npos);
  for (std::uint32_t member = 1; member < 12; ++member)
    CHECK(simulated.models.at(member) == simulated.kept.model);
}

/// Members that note how epochs without a model ended.
class LosingMembers : public SimulatedMembers {
 public:
  using SimulatedMembers::SimulatedMembers;
  ~LosingMembers() override { end(); }
  std::uint64_t discarded = 0;
  std::uint64_t others = 0;

 private:
  void equip(std::uint32_t, const Alive&,
             members::MemberConfig& config) override {
    config.on_lost = [this](const members::Closed& closed) {
      ++(closed.discarded ? discarded : others);
    };
  }
};

TEST_CASE("members learn that sums which were discarded had been opened") {
  auto how = in_groups();
  how.weather = calm().weather;
  how.epochs = 2;
  how.liars = {12, 1e5};  // each sum is too long
  LosingMembers simulated(7, how);
  const Hushed hushed;
  REQUIRE_MESSAGE(simulated.run(), simulated.hang());
  check_groups(simulated);
  CHECK(simulated.kept.model == simulated.plan().plan.initial);
  CHECK(simulated.discarded == 2 * 12);
  CHECK(simulated.others == 0);
}

/// True if bytes hold a name of a query, or a value of a feature.
bool holds_data(const std::string& bytes, const members::Rehearsal& run) {
  const auto holds = [&](std::string_view piece) {
    return bytes.find(piece) != std::string::npos;
  };
  for (const auto& rows : run.rows)
    for (Index query = 0; query < rows->queries(); ++query) {
      if (holds(rows->query_name(query))) return true;
      const auto features = rows->features_of(query);
      for (Index i = 0; i < features.size(); ++i)
        if (const double value = features.data()[i];
            holds({reinterpret_cast<const char*>(&value), sizeof value}))
          return true;
    }
  return false;
}

TEST_CASE("no byte at the lead is of a member's rows") {
  SimulatedMembers simulated(2, calm());
  const Hushed hushed;
  REQUIRE(simulated.run());
  REQUIRE(simulated.transcript.size() > 10000);
  CHECK_FALSE(holds_data(simulated.transcript, simulated.plan()));
  // The search would find a leak.
  CHECK(holds_data(simulated.transcript + "query-2-3", simulated.plan()));
  const double leaked = simulated.plan().rows[1]->features_of(2)(0, 3);
  std::string with_value = simulated.transcript;
  with_value.append(reinterpret_cast<const char*>(&leaked), sizeof leaked);
  CHECK(holds_data(with_value, simulated.plan()));
}

}  // namespace fedltr::members_simulation_test
