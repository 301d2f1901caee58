#pragma once

#include <numeric>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/unbiased/simulated_log.hpp"

namespace fedltr::test {

/// A simulated log of users of one click model.
struct LoggedWorld {
  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const ClickModel> user;
  std::shared_ptr<const SessionLog> log;

  LoggedWorld(const char* model, ParameterValues parameters,
              LoggingPolicy policy, std::uint64_t seed = 1)
      : data(std::make_shared<const Dataset>(
            synthesize(custom_shape(60, 12, 5, 3), 0.3, 7))),
        user(find(click_models(), model).make({3, std::move(parameters)})),
        log(std::make_shared<const SessionLog>(
            simulate_log(*data, *user, policy, seed))) {}

  std::vector<Index> all() const {
    std::vector<Index> sessions(log->sessions());
    std::iota(sessions.begin(), sessions.end(), Index{0});
    return sessions;
  }
};

/// A model that a learner has learned from a log.
struct LearnedModel {
  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const Learner> learner;
  Vector model;

  double ndcg(const Dataset& data) const {
    const EvaluationConfig config{ranker, {parse_metric("ndcg@10", {})}};
    return Evaluation(std::make_shared<const Dataset>(data), config)
        .means(model)[0];
  }
};

/// Learns for some rounds of `clients` clients with 10 searches each.
inline LearnedModel learn_from(const LoggedWorld& world, const char* method,
                               LearnerOptions options, std::uint32_t rounds,
                               std::uint32_t clients = 1) {
  const LearnerMethod& learner = find(learners(), method);
  LearnedModel learned;
  learned.ranker = with_room(learner, {options.list, world.data->features()},
                             find(rankers(), "linear").make(RankerShape(5)));
  learned.learner = learner.make(options, learned.ranker);
  learned.model = Vector::Zero(learned.ranker->size());
  Simulation simulation(world.data, learned.ranker, world.user);
  simulation.log = world.log;
  Session session;
  session.enter(simulation);
  Vector message(learned.model.size());
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    Vector sum = Vector::Zero(message.size());
    for (std::uint32_t client = 0; client < clients; ++client) {
      Streams streams(3, client, round);
      learned.learner->learn(learned.model, 10, streams, session, message);
      sum += message;
    }
    learned.model = sum / clients;
  }
  return learned;
}

}  // namespace fedltr::test
