// A federation over nodes has the bits of one process, whichever nodes fail.
#include <doctest/doctest.h>

#include "tests/support/node_federation.hpp"

namespace fedltr::nodes_test {
using test::bytes_of;
using test::Listener;
using test::Node;
using test::serve;
using test::start_nodes;

namespace {

std::string bytes_alone(const FederationPlan& plan) {
  return bytes_of(test::run(plan, 2).results.at(0));
}

/// Runs on `nodes` nodes, one of which falls every `fall_every` rounds; 0:
/// none.
void check_same_bits(const FederationPlan& plan, std::uint32_t nodes,
                     std::uint32_t fall_every = 0) {
  const test::Watchdog watchdog(120);
  const auto [listener, port] = test::listen_on_loopback();
  const auto running = start_nodes(plan, nodes, port);
  Listener observer;
  if (fall_every > 0)
    observer.after_round = [&](std::uint32_t round) {
      if (round % fall_every == 0) running[round % nodes]->fall();
    };
  const auto outcome =
      serve(plan, test::quick_config(listener, nodes), observer);
  CHECK(outcome.failure == "");
  REQUIRE(observer.results.contains(0));
  CHECK(bytes_of(observer.results.at(0)) == bytes_alone(plan));
}

/// Three cohorts.
FederationPlan plain_plan() {
  return test::small_plan(600, 12);
}

FederationPlan personal_plan() {
  FederationPlan plan = test::neural_plan(test::small_plan(300, 8), 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  plan.report_local_metrics = true;
  return plan;
}

FederationPlan faulty_plan() {
  FederationPlan plan = test::small_plan(300, 10);
  FaultOptions options;
  options.dropout = 0.1;
  options.crash = 0.1;
  options.late = 0.2;
  options.corrupt = 0.05;
  options.delay = 3;
  options.use_late = true;
  plan.faults = FaultSchedule(options, plan.seed);
  return plan;
}

FederationPlan ruled_plan() {
  FederationPlan plan = test::small_plan(300, 8);
  plan.rule = [] { return make_robust_rule("median", "none", {}); };
  plan.participation = 0.3;
  return plan;
}

FederationPlan forgetting_plan() {
  FederationPlan plan = test::small_plan(300, 8);
  plan.unlearning.requests = {{4, {1, 2, 280}}};
  plan.unlearning.method = find(unlearning_methods(), "fine-tune").make;
  plan.unlearning.options.parameters = {{"steps", std::uint64_t{2}}};
  plan.unlearning.evidence = true;
  return plan;
}

/// A learner whose models are NaN at times, like those of diverging clients.
class Diverging final : public Learner {
 public:
  explicit Diverging(std::shared_ptr<const Learner> learner)
      : learner_(std::move(learner)) {}

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override {
    return std::make_unique<Learning>(
        learner_->begin(global, searches, streams, message), message);
  }

 private:
  class Learning final : public LocalLearning {
   public:
    Learning(std::unique_ptr<LocalLearning> learning,
             Eigen::Ref<Vector> message)
        : learning_(std::move(learning)), message_(message) {}

    void show(Search& search) override { learning_->show(search); }
    void learn(Search& search) override { learning_->learn(search); }
    void end() override {
      learning_->end();
      if (std::fmod(std::abs(message_.sum()) * 1e6, 1.0) < 0.3)
        message_.setConstant(std::nan(""));
    }

   private:
    std::unique_ptr<LocalLearning> learning_;
    Eigen::Ref<Vector> message_;
  };

  std::shared_ptr<const Learner> learner_;
};

FederationPlan diverging_plan() {
  FederationPlan plan = personal_plan();
  plan.learner = std::make_shared<const Diverging>(plan.learner);
  return plan;
}

}  // namespace

TEST_CASE("one, two and three nodes give the bits of one process") {
  for (const std::uint32_t nodes : {1, 2, 3})
    check_same_bits(plain_plan(), nodes);
}

TEST_CASE("clients with a memory are at nodes like any other") {
  check_same_bits(personal_plan(), 2);
  FederationPlan pooled = personal_plan();
  pooled.pools_personal = true;
  check_same_bits(pooled, 2);
  check_same_bits(faulty_plan(), 2);
  check_same_bits(ruled_plan(), 2);
  check_same_bits(forgetting_plan(), 2);
}

TEST_CASE("clients that diverge are refused, not their node") {
  const auto rounds = test::run(diverging_plan(), 1).results.at(0).rounds;
  CHECK(rounds.back().refused > 0);
  CHECK(rounds.back().clients > 0);
  check_same_bits(diverging_plan(), 2);
}

TEST_CASE("nodes that fall and come back leave no trace") {
  check_same_bits(plain_plan(), 2, 2);
  check_same_bits(personal_plan(), 2, 2);
  check_same_bits(faulty_plan(), 2, 2);
  check_same_bits(ruled_plan(), 3, 2);
  check_same_bits(forgetting_plan(), 2, 2);
}

TEST_CASE("without a node the run waits, then keeps how far it is") {
  const test::Watchdog watchdog(120);
  FederationPlan plan = personal_plan();
  plan.checkpoint.at_stop = true;
  const std::string expected = bytes_alone(plan);
  // In the middle, and while clients that leave are asked for their last
  // answer.
  for (const std::uint32_t last : {4, 7, 8}) {
    const auto [listener, port] = test::listen_on_loopback();
    Listener observer;
    auto only = std::make_unique<Node>(test::quick_host(plan, "only"), port);
    observer.after_round = [&](std::uint32_t round) {
      if (round == last) only.reset();
    };
    RosterConfig terms = test::quick_config(listener);
    terms.wait = 30;
    const auto outcome = serve(plan, terms, observer);
    if (last == 8 && observer.results.contains(0)) continue;  // already done
    CHECK(outcome.abandoned);
    CHECK(outcome.failure == "no node came back in time");
    REQUIRE_FALSE(observer.checkpoints.empty());
    CHECK(observer.checkpoints.rbegin()->first >= last - 1);
    // Any process can resume from there, with or without nodes.
    FederationPlan rest = plan;
    rest.resume = std::make_shared<const std::string>(
        observer.checkpoints.rbegin()->second);
    CHECK(bytes_alone(rest) == expected);
    check_same_bits(rest, 2);
  }
}

TEST_CASE("a server resumes from a checkpoint, on nodes that stayed") {
  const test::Watchdog watchdog(120);
  for (const FederationPlan& plain :
       {plain_plan(), personal_plan(), diverging_plan(), faulty_plan(),
        ruled_plan(), forgetting_plan()}) {
    FederationPlan plan = plain;
    plan.checkpoint = {true, 3};
    const auto [listener, port] = test::listen_on_loopback();
    const auto running = start_nodes(plan, 2, port);
    Listener observer;
    CHECK(serve(plan, test::quick_config(listener, 2), observer).failure == "");
    REQUIRE_FALSE(observer.checkpoints.empty());
    for (const auto& [round, bytes] : observer.checkpoints) {
      FederationPlan rest = plain;
      rest.resume = std::make_shared<const std::string>(bytes);
      check_same_bits(rest, 2);
      CHECK(bytes_alone(rest) == bytes_alone(plain));
    }
  }
}

TEST_CASE("a run that is stopped ends in time, with nodes and without") {
  const test::Watchdog watchdog(60);
  FederationPlan plan = test::small_plan(300, 1000000);
  plan.evaluate_every = 10;
  for (const bool with_nodes : {true, false}) {
    const auto [listener, port] = test::listen_on_loopback();
    auto running = start_nodes(plan, 1, port);
    Listener observer;
    std::thread end;
    observer.after_round = [&](std::uint32_t round) {
      if (round != 20) return;
      if (with_nodes) return observer.interrupt.trigger();
      end = std::thread([&] {
        running.clear();
        observer.interrupt.trigger();
      });
    };
    const auto outcome = serve(plan, test::quick_config(listener), observer);
    if (end.joinable()) end.join();
    CHECK(outcome.interrupted);
    CHECK(outcome.abandoned == !with_nodes);
    CHECK(observer.results.contains(0) == with_nodes);
  }
}

TEST_CASE("a run that is stopped before it begins ends, with nodes") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = plain_plan();
  const auto [listener, port] = test::listen_on_loopback();
  const auto running = start_nodes(plan, 1, port);
  Listener observer;
  observer.interrupt.trigger();
  CHECK(serve(plan, test::quick_config(listener), observer).interrupted);
}

}  // namespace fedltr::nodes_test
