#include "algorithms/online/evolution.hpp"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/made_learner.hpp"

namespace fedltr::evolution_test {
namespace {

Vector flat(const nlohmann::json& layers) {
  std::vector<double> all;
  const auto collect = [&](const nlohmann::json& part, auto&& self) -> void {
    if (part.is_array())
      for (const auto& each : part) self(each, self);
    else
      all.push_back(part);
  };
  collect(layers, collect);
  return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

/// The estimate of algorithms 5.2 from recorded noise.
Vector estimate(const nlohmann::json& messages, const nlohmann::json& noise,
                double sigma, bool antithetic) {
  Vector sum = Vector::Zero(flat(noise[0]).size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const double reward = messages[i]["metric"];
    const Vector message =
        antithetic ? Vector{{0, reward,
                             messages[i]["antithetic_metric"].get<double>()}}
                   : Vector{{0, reward}};
    sum += perturbation_weight(message, sigma) * flat(noise[i]);
  }
  return sum / static_cast<double>(messages.size());
}

struct Small {
  Small()
      : data(std::make_shared<const Dataset>(
            synthesize(custom_shape(60, 12, 6, 3), 0.3, 1))),
        ranker(find(rankers(), "linear").make({6, 1})),
        simulation(data, ranker, [] {
          ClickOptions options;
          options.grades = 3;
          return find(click_models(), "navigational").make(options);
        }()) {}

  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const Ranker> ranker;
  Simulation simulation;
};

void check_steps(const nlohmann::json& golden) {
  for (const auto& entry : golden["cases"]) {
    CAPTURE(entry["name"].get<std::string>());
    const auto adam = find(server_optimizers(), "adam").make(0.001);
    Vector model = flat(entry["theta0"]);
    for (const auto& round : entry["rounds"]) {
      const Vector gradient = estimate(round["messages"], round["noise"],
                                       entry["sigma"], entry["antithetic"]);
      // .grad holds minus the ascent direction.
      const Vector expected = flat(round["grad_formula_double"]);
      CHECK((gradient + expected).norm() <= 1e-9 * expected.norm() + 1e-12);
      model = adam->step(model, model + gradient);
      const Vector after = flat(round["theta_after_adam"]);
      CHECK((model - after).cwiseAbs().maxCoeff() < 2e-7);  // single precision
    }
  }
}

}  // namespace

TEST_CASE("estimates and Adam's steps agree with FOLtR-ES's to its precision") {
  check_steps(test::golden("es.json"));
}

TEST_CASE("estimates and Adam's steps agree over rounds with 46 features" *
          doctest::test_suite(test::kShared)) {
  check_steps(test::shared_golden("es.json"));
}

TEST_CASE("add turns a message into the recorded formula") {
  LearnerOptions options;
  for (const bool antithetic : {true, false}) {
    options.parameters = {{"es.antithetic", antithetic}};
    const auto learner =
        find(learners(), "es")
            .make(options, find(rankers(), "linear").make({5, 1}));
    Vector message = antithetic ? Vector{{77, 0.75, 0.25}} : Vector{{77, 0.75}};
    Vector perturbation(5);
    fill_perturbation(77, 0.01, perturbation);
    Vector sum = Vector::Ones(5);
    learner->add(message, 2, sum);
    const Vector expected = Vector::Ones(5) + 2 * (antithetic ? 0.25 : 0.75) /
                                                  (0.01 * 0.01) * perturbation;
    CHECK((sum - expected).norm() < 1e-9);
    CHECK(learner->message_size(5) == message.size());
    CHECK(learner->accepts(message));
    message(1) = 1.5;
    CHECK_FALSE(learner->accepts(message));
    message(1) = 0.5;
    message(0) = 0.5;
    CHECK_FALSE(learner->accepts(message));
    message(0) = std::nan("");
    CHECK_FALSE(learner->accepts(message));
  }
}

TEST_CASE("perturbations are sigma times standard normals, by the seed alone") {
  Vector a(10000);
  Vector b(10000);
  fill_perturbation(5, 0.01, a);
  fill_perturbation(5, 0.01, b);
  CHECK(a == b);
  fill_perturbation(6, 0.01, b);
  CHECK(a != b);
  // Five standard errors.
  CHECK(std::abs(a.mean()) < 5 * 0.01 / 100);
  CHECK(std::abs(a.squaredNorm() / 10000 / 1e-4 - 1) < 5 * std::sqrt(2e-4));
}

TEST_CASE("randomised response has the exact distribution: chi-square, 10^6") {
  Rng rng(3, Purpose::kTest);
  constexpr int kDraws = 1000000;
  std::map<std::size_t, double> counts;
  for (int i = 0; i < kDraws; ++i)
    ++counts[randomize_response(4, 11, 0.9, rng)];
  double chi_square = 0;
  for (std::size_t value = 0; value < 11; ++value) {
    const double expected = kDraws * (value == 4 ? 0.9 : 0.01);
    chi_square +=
        (counts[value] - expected) * (counts[value] - expected) / expected;
  }
  CHECK(chi_square < 29.59);  // p = 0.001, 10 degrees of freedom
}

TEST_CASE("the possible rewards are the published ones") {
  CHECK(reward_values(Reward::kMaxRr)[0] == 0);
  CHECK(reward_values(Reward::kMaxRr)[4] == 0.25);
  CHECK(reward_values(Reward::kDcg)[3] == 0.3);
  CHECK(reward_values(Reward::kNdcg)[10] == 1);
}

TEST_CASE("a reward depends on the ranks of the clicks") {
  const auto reward = [](std::vector<std::uint8_t> clicks, Reward kind) {
    return reward_values(kind)[reward_index(clicks, kind)];
  };
  CHECK(reward({0, 0, 1, 1}, Reward::kMaxRr) == 1.0 / 3);
  // 1 / log2(4) + 1 / log2(5) = .931, of 4.544 for ten clicks and of 1.631.
  CHECK(reward({0, 0, 1, 1}, Reward::kDcg) == 0.2);
  CHECK(reward({0, 0, 1, 1}, Reward::kNdcg) == 0.6);
  CHECK(reward({1, 1}, Reward::kNdcg) == 1);
  CHECK(reward(std::vector<std::uint8_t>(10, 1), Reward::kDcg) == 1);
  for (const Reward kind : {Reward::kMaxRr, Reward::kDcg, Reward::kNdcg})
    CHECK(reward({0, 0, 0}, kind) == 0);
}

TEST_CASE("every learner keeps the contract") {
  const Small small;
  Session session;
  session.enter(small.simulation);
  Rng rng(1, Purpose::kTest);
  for (const auto& method : learners()) {
    CAPTURE(method.name);
    const auto [ranker, learner] = test::made_learner(method, small.ranker, 6);
    const Vector model = ranker->draw_initial(rng);
    const auto learn = [&](std::uint32_t client) {
      Streams streams(1, client, 1);
      Vector message(learner->message_size(model.size()));
      const OnlineTotals totals =
          learner->learn(model, 4, streams, session, message);
      CHECK(totals.ndcg >= 0);
      CHECK(totals.ndcg <= 4);
      CHECK(totals.max_rr <= 4);
      CHECK(learner->accepts(message));
      return message;
    };
    CHECK(learn(1) == learn(1));
    CHECK(learn(1) != learn(2));
    Vector sum = Vector::Zero(model.size());
    learner->add(learn(1), 1, sum);
    CHECK(sum.allFinite());
  }
}

TEST_CASE("every learner learns") {
  const Small small;
  Session session;
  session.enter(small.simulation);
  for (const auto& method : learners()) {
    CAPTURE(method.name);
    LearnerOptions options;
    if (!method.traits.has_gradient) options.parameters.set("rate", 0.05);
    options.parameters.set("pmgd.candidates", std::uint64_t{10});
    const auto [ranker, learner] =
        test::made_learner(method, small.ranker, 6, options);
    const bool es = method.name == "es";
    const auto optimizer =
        find(server_optimizers(), es ? "adam" : "average").make(es ? 0.01 : 1);
    Vector model = Vector::Zero(ranker->size());
    double first = 0;
    double last = 0;
    constexpr std::uint32_t kRounds = 150;
    for (std::uint32_t round = 1; round <= kRounds; ++round) {
      Vector sum = Vector::Zero(ranker->size());
      double ndcg = 0;
      constexpr std::uint32_t kClients = 30;
      for (std::uint32_t client = 0; client < kClients; ++client) {
        Streams streams(1, client, round);
        Vector message(learner->message_size(ranker->size()));
        ndcg += learner->learn(model, 4, streams, session, message).ndcg;
        learner->add(message, 1.0 / kClients, sum);
      }
      model =
          optimizer->step(model, learner->sends_models() ? sum : model + sum);
      if (round == 1) first = ndcg / 120;
      if (round > kRounds - 10) last += ndcg / 1200;
    }
    CHECK(last > first + 0.1);
  }
}

}  // namespace fedltr::evolution_test
