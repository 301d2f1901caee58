// Unlearning methods through actors against plain loops.
#include <map>

#include <doctest/doctest.h>

#include "algorithms/unlearning/federaser.hpp"
#include "tests/support/leaving_federation.hpp"

namespace fedltr::unlearning_methods_test {
using test::kInterval;
using test::kRounds;
using test::leaving_plan;
using test::run;

namespace {

/// Updates (message less model), by client and training round.
struct PlainHistory {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Vector> updates;
};

}  // namespace

TEST_CASE("federaser and fedremove are what a plain loop computes") {
  for (const std::string method : {"federaser", "fedremove"}) {
    const FederationPlan plan = leaving_plan(method);
    const MaterializedPlan begun = begin_run(plan);
    PlainHistory history;
    Vector model = plan.initial;
    const auto average = [&](const std::vector<Vector>& sent) {
      Vector sum = Vector::Zero(model.size());
      for (const Vector& each : sent) sum += double(plan.interactions) * each;
      model = sum / (double(plan.interactions) * double(sent.size()));
    };
    for (std::uint32_t round = 1; round <= kRounds; ++round) {
      std::vector<Vector> sent;
      for (std::uint32_t id = 0; id < plan.clients; ++id) {
        sent.push_back(test::train(begun, id, test::train_order(round, model))
                           .message.view());
        history.updates[{id, round}] = sent.back() - model;
      }
      average(sent);
    }
    model = plan.initial;
    std::uint32_t draws = kFreshRngRound;
    for (const std::uint32_t stored : {1U, 5U, 9U}) {
      std::vector<Vector> sent;
      for (std::uint32_t id = 0; id < plan.clients; ++id) {
        if (id == 2) continue;
        const Vector& old = history.updates.at({id, stored});
        if (method == "fedremove") {
          sent.push_back(model + old);
          continue;
        }
        const Train order{
            1, Parameters(model), {Task::kLearn, draws, kRounds, 0, 2}};
        Vector update = test::train(begun, id, order).message.view();
        update -= model;
        calibrate(update, old);
        update += model;
        sent.push_back(update);
      }
      average(sent);
      ++draws;
    }
    const RunResult result = run(plan, 2).results.at(0);
    CHECK(result.model == model);
    const UnlearningRecord& record = result.unlearned.at(0);
    CHECK(record.rounds == 3);
    CHECK(record.interactions == (method == "fedremove" ? 0 : 3 * 6 * 2));
    CHECK(record.first == kRounds);
    CHECK(record.last == kRounds + 3);
    CHECK(record.complete);
    CHECK(result.complete);
  }
}

TEST_CASE("projected ascent is what a plain loop computes") {
  FederationPlan plan = leaving_plan("pga");
  plan.unlearning.options.parameters.set("rounds", std::uint64_t{1});
  const MaterializedPlan begun = begin_run(plan);
  Vector model = plan.initial;
  std::vector<Vector> sent(plan.clients);
  Vector before_last;
  std::map<std::uint32_t, Vector> last_updates;
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    Vector sum = Vector::Zero(model.size());
    for (std::uint32_t id = 0; id < plan.clients; ++id) {
      sent[id] = test::train(begun, id, test::train_order(round, model))
                     .message.view();
      sum += 3.0 * sent[id];
      if (round == kRounds) last_updates[id] = sent[id] - model;
    }
    if (round == kRounds) before_last = model;  // 9 = 1 + 2 * interval
    model = sum / (3.0 * plan.clients);
  }
  // Average of the remaining clients' models, without the unlearned one.
  Vector reference = Vector::Zero(model.size());
  for (const auto& [id, update] : last_updates)
    if (id != 2) reference += 3.0 * Vector(before_last + update);
  reference /= 3.0 * (plan.clients - 1);
  const auto ascended =
      test::train(begun, 2,
                  {1,
                   Parameters(reference),
                   {Task::kAscent, kFreshRngRound, kRounds, 0, 5}})
          .message;
  CHECK((ascended.view() - reference).norm() <=
        (reference - plan.initial).norm() / 3 * (1 + 1e-12));
  CHECK_FALSE(Vector(ascended.view()) == reference);
  model = 3.0 * ascended.view() / 3.0;
  Vector sum = Vector::Zero(model.size());
  for (std::uint32_t id = 0; id < plan.clients; ++id)
    if (id != 2)
      sum +=
          3.0 * test::train(begun, id,
                            {1,
                             Parameters(model),
                             {Task::kLearn, kFreshRngRound + 1, kRounds, 0, 2}})
                    .message.view();
  CHECK(run(plan, 2).results.at(0).model == sum / (3.0 * (plan.clients - 1)));
}

TEST_CASE("projected ascent stays within its ball until the others train") {
  FederationPlan plan = leaving_plan("pga");
  plan.unlearning.options.parameters.set("rounds", std::uint64_t{1});
  const RunResult result = run(plan, 2).results.at(0);
  const UnlearningRecord& record = result.unlearned.at(0);
  CHECK(record.rounds == 3);  // recall, ascent, one of tuning
  CHECK(record.interactions == 5 + 6 * 2);
  CHECK_FALSE(result.model == record.before);
  // The unlearned client did one more task, the ascent.
  CHECK(result.clients.at(2).interactions == kRounds * plan.interactions + 5);
}

}  // namespace fedltr::unlearning_methods_test
