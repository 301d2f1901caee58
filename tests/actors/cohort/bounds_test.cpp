// Bounds on a node's answers and on a server's orders.
#include "actors/cohort/bounds.hpp"

#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::bounds_test {
namespace {

/// 300 clients: a cohort of 256, and one of 44.
FederationPlan plan() {
  return test::small_plan(300, 1);
}

TrainCohort order() {
  return {3, Parameters(Vector::Ones(6)), training_spec(3), {256, 299}, false};
}

CohortUpdate update() {
  CohortUpdate update;
  update.round = 3;
  update.cohort = 1;
  update.sum = {Vector::LinSpaced(6, -1, 1), 6, 1.5, 0, 2, 6};
  return update;
}

Bounds bounds(const FederationPlan& plan) {
  static const std::vector<std::uint32_t> interactions(44, 3);
  return {plan, 1, interactions};
}

/// The server's complaint about an answer to that order; empty if it accepts.
std::string fault_of(const CohortOutcome& outcome, const FederationPlan& plan,
                     const CohortTask& task = order()) {
  return test::error_of<ArchiveError>(
      [&] { bounds(plan).check(task, outcome); });
}

/// The node's complaint about an order for a cohort; empty if it accepts.
std::string fault_of(const CohortTask& task, const FederationPlan& plan,
                     std::uint32_t cohort = 1) {
  return test::error_of<ArchiveError>([&] {
    Bounds{plan, cohort}.check(task);
  });
}

template <class Change>
std::string fault_after(const Change& change,
                        const FederationPlan& of = plan()) {
  CohortUpdate changed = update();
  change(changed);
  return fault_of(changed, of);
}

}  // namespace

TEST_CASE("an order is for the cohort's own clients, with a finite model") {
  CHECK(fault_of(CohortTask(order()), plan()) == "");
  CHECK(fault_of(CohortTask(order()), plan(), 0) ==
        "clients 256 to 299, expected some of 0 to 255");
  const auto with = [](const auto& change) {
    TrainCohort changed = order();
    change(changed);
    return fault_of(CohortTask(changed), plan());
  };
  CHECK(with([](auto& x) { x.round = 0; }) == "TrainCohort of round 0");
  CHECK(with([](auto& x) { x.model = Parameters(Vector::Ones(5)); }) ==
        "a model has 5 parameters, expected 6");
  CHECK(with([](auto& x) {
          x.model = Parameters(Vector::Constant(6, std::nan("")));
        }) == "a model is not finite");
  CHECK(with([](auto& x) {
          x.participants = {299, 256};
        }) == "a list of 2 clients does not ascend");
  CHECK(with([](auto& x) { x.participants = {300}; }) != "");
  CHECK(with([](auto& x) { x.full_knowledge = true; }) != "");
  CHECK(with([](auto& x) { x.nobody = true; }) ==
        "no client is to take part, but 2 do");
}

TEST_CASE("without participants only late updates are valid answers") {
  FederationPlan late = plan();
  FaultOptions faults;
  faults.late = 0.5;
  faults.use_late = true;
  late.faults = FaultSchedule(faults, 1);
  TrainCohort idle = order();
  idle.participants.clear();
  idle.nobody = true;
  CHECK(fault_of(CohortTask(idle), late) == "");
  CHECK(fault_of(update(), late, idle) != "");
  CohortUpdate stale = update();
  stale.faults.simulated.stale = 2;
  CHECK(fault_of(stale, late, idle) == "");
}

TEST_CASE("an order is of a kind that the plan knows") {
  const Parameters model(Vector::Ones(6));
  FederationPlan personal = plan();
  personal.personal = 2;
  const EvaluateOwn evaluate{1, 1, Parameters(Vector::Ones(4))};
  CHECK(fault_of(CohortTask(evaluate), personal) == "");
  CHECK(fault_of(CohortTask(EvaluateOwn{1, 1, model}), plan()) != "");
  CHECK(fault_of(CohortTask(StatsRequest{1, model}), plan()) == "");
  CHECK(fault_of(CohortTask(StatsRequest{1, {}}), plan()) != "");
  CHECK(fault_of(CohortTask(LeaveCohort{{256}}), plan()) ==
        "no client is to leave, but 1 do");
  FederationPlan forgetting = plan();
  forgetting.unlearning.requests = {{1, {256}}};
  CHECK(fault_of(CohortTask(LeaveCohort{{256}}), forgetting) == "");
  CHECK(fault_of(CohortTask(LeaveCohort{{255}}), forgetting) != "");
}

TEST_CASE("a mismatch is reported with its values") {
  CHECK(fault_after([](auto& x) { x.round = 2; }) ==
        "unexpected CohortUpdate: cohort 1, round 2, expected 3");
  CHECK(fault_after([](auto& x) { x.cohort = 3; }) ==
        "unexpected CohortUpdate: cohort 3, expected 1");
  CHECK(fault_after([](auto& x) { x.sum.interactions = 7; }) ==
        "7 searches, expected 6 at most");
  CHECK(fault_after([](auto& x) { x.sum.weight = 7.0; }) ==
        "2 clients weigh 7, expected 2 to 6");
  CHECK(fault_after([](auto& x) { x.faults.dropped = 1; }) ==
        "1 updates are missing, expected 0");
}

TEST_CASE("an evaluation is by the cohort's clients, finite") {
  FederationPlan personal = plan();
  personal.personal = 2;
  const CohortTask task = EvaluateOwn{3, 3, Parameters(Vector::Ones(4))};
  const auto of = [&](std::uint32_t round, const Vector& sums,
                      const Vector& counts) {
    return fault_of(
        CohortEvaluated{round, 1, Parameters(sums), Parameters(counts)},
        personal, task);
  };
  CHECK(of(3, Vector{{20}}, Vector{{44}}) == "");
  CHECK(of(2, Vector{{20}}, Vector{{44}}) != "");
  CHECK(of(3, Vector{{20}}, Vector{{45}}) ==
        "an evaluation counts 45 to 45 clients, of which there are 44");
  CHECK(of(3, Vector{{20}}, Vector{{-1}}) != "");
  CHECK(of(3, Vector{{20, 1}}, Vector{{44}}) != "");
  CHECK(of(3, Vector{{std::nan("")}}, Vector{{44}}) != "");
}

TEST_CASE("an unordered or invalid update is refused") {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(fault_after([](auto&) {}) == "");
  CHECK(fault_after([](auto& x) { x.round = 2; }) != "");
  CHECK(fault_after([](auto& x) { x.cohort = 0; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.clients = 45; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.refused = 1000; }) != "");
  CHECK(fault_after([&](auto& x) { x.sum.weight = nan; }) != "");
  CHECK(fault_after([&](auto& x) { x.sum.weight = infinity; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.weight = -1.0; }) != "");
  CHECK(fault_after([&](auto& x) { x.sum.online = nan; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.online = 2.5; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.max_rr = -0.5; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.weighted = Vector::Zero(5); }) != "");
  CHECK(fault_after(
            [&](auto& x) { x.sum.weighted = Vector::Constant(6, nan); }) != "");
  CHECK(fault_after([](auto& x) { x.rows.clients = {256}; }) != "");
  CHECK(fault_of(CohortLeft{1, {}}, plan()) ==
        "unexpected CohortLeft: it answers no TrainCohort");
  CHECK(fault_of(CohortStats{1, {}, {}, {}}, plan()) != "");
  CHECK(fault_of(ClientFailed{256, "broke"}, plan()) == "");
}

TEST_CASE("numbers are held against what the plan leaves open") {
  // Two clients were asked, with 3 searches each.
  CHECK(fault_after([](auto& x) { x.sum.clients = 3; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.refused = 1; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.dropped = 1; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.interactions = 7; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.weight = 7.0; }) != "");
  CHECK(fault_after([](auto& x) { x.sum.weight = 1.0; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.simulated.dropouts = 1; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.simulated.lost = 1; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.simulated.unused = 1; }) != "");
  CHECK(fault_after([](auto& x) { x.faults.simulated.stale = 1; }) != "");
  // Finite, but not after a few more steps.
  CHECK(fault_after([](auto& x) {
          x.sum.weighted = Vector::Constant(6, 1e300);
        }) != "");
  // No client counts, but the sum is not zero.
  const auto nobody = [](auto& x) {
    x.sum.clients = 0;
    x.sum.interactions = 0;
    x.sum.online = 0.0;
    x.sum.weight = 0.0;
  };
  CHECK(fault_after(nobody) != "");
  CHECK(fault_after([&](auto& x) {
          nobody(x);
          x.sum.weighted = Vector::Zero(6);
        }) == "");
  FederationPlan uniform = plan();
  uniform.weighting = Weighting::kUniform;
  CHECK(fault_after([](auto&) {}, uniform) != "");
  CHECK(fault_after([](auto& x) { x.sum.weight = 2.0; }, uniform) == "");
}

TEST_CASE("faults are those that are planned") {
  FederationPlan faulty = plan();
  FaultOptions options;
  options.dropout = 1;
  faulty.faults = FaultSchedule(options, 1);
  const auto all_drop = [](auto& x) {
    x.sum.clients = 0;
    x.sum.interactions = 0;
    x.sum.online = 0.0;
    x.sum.weight = 0.0;
    x.sum.weighted = Vector::Zero(6);
    x.faults.dropped = 2;
    x.faults.simulated.dropouts = 2;
  };
  CHECK(fault_after(all_drop, faulty) == "");
  CHECK(fault_after([](auto&) {}, faulty) != "");
  CHECK(fault_after(
            [&](auto& x) {
              all_drop(x);
              x.faults.dropped = 1;
            },
            faulty) != "");
}

TEST_CASE("late updates are those there can be") {
  FederationPlan late = plan();
  late.rounds = 9;
  FaultOptions options;
  options.late = 1;
  options.use_late = true;
  options.delay = 3;
  late.faults = FaultSchedule(options, 1);
  const auto fault_with = [&](const auto& change) {
    std::uint32_t from = 2;
    std::uint32_t due = 5;
    Block::Stale stale{{256, 2, 3, 0.5, 0.5}, Parameters(Vector::Ones(6)), 1};
    change(stale, from, due);
    try {
      bounds(late).check_late(stale, from, due);
      return std::string();
    } catch (const ArchiveError& error) {
      return std::string(error.what());
    }
  };
  CHECK(fault_with([](auto&, auto&, auto&) {}) == "");
  CHECK(fault_with([](auto& x, auto&, auto&) { x.update.client = 255; }) != "");
  CHECK(fault_with([](auto& x, auto&, auto&) { x.update.client = 300; }) != "");
  CHECK(fault_with([](auto& x, auto&, auto&) { x.update.interactions = 4; }) !=
        "");
  CHECK(fault_with([](auto& x, auto&, auto&) { x.update.online = 1.5; }) != "");
  CHECK(fault_with([](auto& x, auto&, auto&) {
          x.message = Parameters(Vector::Constant(6, 1e200));
        }) != "");
  CHECK(fault_with([](auto& x, auto&, auto&) {
          x.message = Parameters(Vector::Ones(5));
        }) != "");
  CHECK(fault_with([](auto&, auto& from, auto&) { from = 0; }) != "");
  CHECK(fault_with([](auto&, auto& from, auto& due) {
          from = 10;
          due = 11;
        }) != "");
  CHECK(fault_with([](auto&, auto&, auto& due) { due = 2; }) != "");
  CHECK(fault_with([](auto&, auto&, auto& due) { due = 6; }) != "");
  // Both clients are late; 44 clients have at most 132 updates in flight.
  const auto all_late = [](std::uint64_t late, std::uint64_t stale) {
    return [=](auto& x) {
      x.sum.clients = static_cast<std::uint32_t>(stale);
      x.sum.interactions = 3 * stale;
      x.sum.online = 0.0;
      x.sum.weight = 3.0 * static_cast<double>(stale);
      x.faults.simulated.late = late;
      x.faults.simulated.stale = stale;
    };
  };
  CHECK(fault_after(all_late(2, 1), late) == "");
  CHECK(fault_after(all_late(2, 132), late) == "");
  CHECK(fault_after(all_late(2, 133), late) != "");
  CHECK(fault_after(all_late(3, 1), late) != "");
  options.use_late = false;
  late.faults = FaultSchedule(options, 1);
  CHECK(fault_with([](auto&, auto&, auto&) {}) != "");
  CHECK(fault_after(all_late(2, 1), late) != "");
}

TEST_CASE("the rows for a robust rule are of the cohort's clients, finite") {
  FederationPlan ruled = plan();
  ruled.rule = [] { return make_robust_rule("median", "none", {}); };
  const auto rows = [](auto& x) {
    x.rows.clients = {256, 299};
    x.rows.numbers = Parameters(Vector::Zero(12));
  };
  CHECK(fault_after(rows, ruled) == "");
  const auto with = [&](const auto& change) {
    return fault_after(
        [&](CohortUpdate& x) {
          rows(x);
          change(x);
        },
        ruled);
  };
  CHECK(with([](auto& x) { x.rows.clients = {299, 256}; }) != "");
  CHECK(with([](auto& x) { x.rows.clients = {256, 256}; }) != "");
  CHECK(with([](auto& x) { x.rows.clients = {255, 256}; }) != "");
  CHECK(with([](auto& x) { x.rows.clients = {256, 300}; }) != "");
  CHECK(with([](auto& x) { x.rows.clients = {256, 257}; }) != "");  // not asked
  CHECK(with([](auto& x) {
          x.rows.numbers = Parameters(Vector::Constant(12, 1e200));
        }) != "");
  CHECK(with([](auto& x) { x.rows.numbers = Parameters(Vector::Zero(11)); }) !=
        "");
  CHECK(with([](auto& x) {
          x.rows.numbers = Parameters(Vector::Constant(12, std::nan("")));
        }) != "");
}

TEST_CASE("statistics are of clients of the cohort") {
  const StatsRequest request{3, Parameters(Vector::Ones(6))};
  CohortStats stats{1, {{256}, {270}, {299}}, {}, {}};
  CHECK(fault_of(stats, plan(), request) == "");
  const auto with = [&](const ClientStats& first) {
    CohortStats changed = stats;
    changed.clients[0] = first;
    return fault_of(changed, plan(), request);
  };
  CHECK(with({257, 12, 4, 1, 2, 2}) == "");
  CHECK(with({255, 12, 4, 1, 2, 2}) != "");
  CHECK(with({270, 12, 4, 1, 2, 2}) != "");
  CHECK(with({257, 12, 5, 1, 2, 2}) != "");
  CHECK(with({257, 12, 4, 5, 2, 2}) != "");
  CHECK(with({257, 12, 4, 1, 5, 2}) != "");
  CHECK(with({257, 12, 4, 1, 2, 3}) != "");
  CHECK(with({257, 1ULL << 40, 4, 1, 2, 2}) != "");
  stats.own.resize(3);
  CHECK(fault_of(stats, plan(), request) != "");
  FederationPlan differing = plan();
  differing.report_local_metrics = true;
  stats.own.resize(44);
  CHECK(fault_of(stats, differing, request) ==
        "statistics of 3 clients, expected 44 at least");
  stats.clients.clear();
  for (std::uint32_t client = 256; client < 300; ++client)
    stats.clients.push_back({client});
  CHECK(fault_of(stats, differing, request) == "");
}

TEST_CASE("the clients that leave are those that were asked to") {
  FederationPlan leaving = plan();
  leaving.unlearning.requests = {{1, {256, 258}}};
  const LeaveCohort leave{{256, 258}};
  CohortLeft left{1, {{256, {1, 5}}, {258, {}}}};
  CHECK(fault_of(left, leaving, leave) == "");
  left.removed[0].clicked = {5, 1};
  CHECK(fault_of(left, leaving, leave) != "");
  left.removed[0].clicked = {480};  // 40 queries x 12 documents
  CHECK(fault_of(left, leaving, leave) != "");
  left.removed[0] = {257, {}};
  CHECK(fault_of(left, leaving, leave) != "");
}

}  // namespace fedltr::bounds_test
