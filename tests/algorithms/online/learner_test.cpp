#include "algorithms/online/learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "tests/support/made_learner.hpp"

namespace fedltr::learner_test {
namespace {

constexpr Index kFeatures = 4;

test::MadeLearner make(const LearnerMethod& method) {
  return test::made_learner(
      method, find(rankers(), "linear").make({kFeatures, 1}), kFeatures);
}

}  // namespace

TEST_CASE("every learner learns from lists of any length under any user") {
  const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(6, 30, kFeatures, 3), 1, 1));
  for (const auto& method : learners())
    for (const auto& user : click_models()) {
      if (user.traits.needs_tables) continue;
      for (const Index list : {1, 2, 9, 11, 30, 64}) {
        CAPTURE(method.name);
        CAPTURE(user.name);
        CAPTURE(list);
        const auto [ranker, learner] = make(method);
        Simulation simulation(data, ranker, user.make({3}));
        simulation.list = list;
        Session session;
        session.enter(simulation);
        Streams streams(1, 2, 3);
        Vector message(learner->message_size(ranker->size()));
        learner->learn(Vector::Ones(ranker->size()), 4, streams, session,
                       message);
        CHECK(learner->accepts(message));
        CHECK(std::ssize(session.search().ranking()) ==
              std::min<Index>(list, 30));
        CHECK(session.ndcg() >= 0);
        CHECK(session.ndcg() <= 1);
      }
    }
}

TEST_CASE("messages are accepted as long as their numbers are finite") {
  for (const auto& method : learners()) {
    if (!method.traits.sends_models) continue;
    CAPTURE(method.name);
    const auto learner = make(method).learner;
    Vector message{{1, -2, 0, 1e90}};
    CHECK(learner->accepts(message));
    for (const double bad : {std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN(), 1e200}) {
      message(2) = bad;
      CHECK_FALSE(learner->accepts(message));
    }
  }
}

TEST_CASE("a model is as long as the parameters, and added by its weight") {
  for (const auto& method : learners()) {
    if (!method.traits.sends_models) continue;
    CAPTURE(method.name);
    const auto learner = make(method).learner;
    CHECK(learner->message_size(kFeatures) == kFeatures);
    Vector sum{{1, 1, 1, 1}};
    learner->add(Vector{{1, 2, 3, 4}}, 0.5, sum);
    CHECK(sum == Vector{{1.5, 2, 2.5, 3}});
  }
}

TEST_CASE("learners send what their traits list") {
  for (const auto& method : learners()) {
    CAPTURE(method.name);
    CHECK(make(method).learner->sends_models() == method.traits.sends_models);
  }
}

TEST_CASE("rewards are accepted from 0 to 1, with a seed of 32 bits") {
  for (const bool antithetic : {true, false}) {
    LearnerOptions options;
    options.parameters = {{"es.antithetic", antithetic}};
    const auto es =
        find(learners(), "es")
            .make(options, find(rankers(), "linear").make({kFeatures, 1}));
    const Index size = antithetic ? 3 : 2;
    CHECK(es->message_size(kFeatures) == size);
    const auto accepts = [&](double seed, double first, double last) {
      return es->accepts(Vector(Vector{{seed, first, last}}.head(size)));
    };
    CHECK(accepts(0, 0, 1));
    CHECK(accepts(4294967295.0, 1, 0));
    for (const double seed : {-1.0, 0.5, 4294967296.0, std::nan("")})
      CHECK_FALSE(accepts(seed, 0, 0));
    for (const double reward : {-1e-9, 1.0000001, std::nan("")}) {
      CHECK_FALSE(accepts(7, reward, 0));
      CHECK(accepts(7, 0, reward) != antithetic);
    }
  }
}

TEST_CASE("es refuses to lie more often than not") {
  const auto ranker = find(rankers(), "linear").make({kFeatures, 1});
  LearnerOptions options;
  options.truth = 1.0 / 11;
  CHECK_THROWS_WITH(
      find(learners(), "es").make(options, ranker),
      "es needs p > 1/11: below, a lie is more likely than the truth");
  options.truth = 0.1;
  CHECK_NOTHROW(find(learners(), "es").make(options, ranker));
}

/// Messages of every learner, and of es with every reward, after searches of
/// this user in one query with these labels.
std::vector<Vector> messages_of(std::vector<std::uint8_t> labels,
                                const std::shared_ptr<const ClickModel>& user) {
  Dataset data(2);
  std::vector<double> values;
  for (std::size_t i = 0; i < labels.size(); ++i)
    values.insert(values.end(), {i / 12.0, i % 3 / 2.0});
  data.add_query("q", values, labels);
  const auto queries = std::make_shared<const Dataset>(std::move(data));
  std::vector<Vector> messages;
  const auto learn = [&](const LearnerMethod& method, LearnerOptions options) {
    const auto [ranker, learner] = test::made_learner(
        method, find(rankers(), "linear").make({2, 1}), 2, options);
    const Simulation world(queries, ranker, user);
    Session session;
    session.enter(world);
    Streams streams(1, 2, 3);
    Vector message(learner->message_size(ranker->size()));
    learner->learn(Vector::Zero(ranker->size()), 60, streams, session, message);
    messages.push_back(message);
  };
  for (const auto& method : learners()) learn(method, {});
  for (const char* reward : {"dcg", "ndcg"}) {
    LearnerOptions options;
    options.parameters = {{"es.reward", std::string(reward)}};
    learn(find(learners(), "es"), options);
  }
  return messages;
}

/// Clicks each rank at random, whatever its label.
struct BlindUser final : ClickModel {
  void click(Labels, Rng& rng, std::span<std::uint8_t> clicks) const override {
    for (std::uint8_t& each : clicks) each = rng.uniform() < 0.3;
  }
  std::span<const double> click_probabilities() const override {
    static const std::vector<double> any{0.3, 0.3, 0.3};
    return any;
  }
};

TEST_CASE("labels behind the same clicks change no message") {
  const auto user = std::make_shared<BlindUser>();
  const auto one = messages_of({0, 1, 2, 0, 1, 2, 0, 0, 0, 0, 0, 0}, user);
  CHECK(one == messages_of({2, 2, 0, 1, 0, 0, 2, 1, 0, 2, 0, 1}, user));
  CHECK(one.size() == learners().size() + 2);
}

TEST_CASE("users who click differently teach every learner differently") {
  ClickOptions options;
  options.grades = 3;
  const auto learnt_from = [&](const char* user) {
    return messages_of({0, 1, 2, 0, 1, 2, 0, 0, 0, 0, 0, 0},
                       find(click_models(), user).make(options));
  };
  const auto perfect = learnt_from("perfect");
  const auto informational = learnt_from("informational");
  for (std::size_t i = 0; i < perfect.size(); ++i) {
    CAPTURE(i);
    CHECK(perfect[i] != informational[i]);
  }
}

}  // namespace fedltr::learner_test
