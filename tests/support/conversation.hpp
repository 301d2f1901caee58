#pragma once

#include <vector>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/cohort/cohort.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::test {

/// A test that talks to one actor, in place of all its partners.
struct Conversation : DetFixture {
  caf::actor other;

  ~Conversation() {
    if (other) caf::anon_send_exit(other, caf::exit_reason::user_shutdown);
    run();
  }

  void with_client(const FederationPlan& plan, std::uint32_t id) {
    const MaterializedPlan begun = begin_run(plan);
    other = sys.spawn(client, begun.plan, id, begun.population.at(id), nullptr);
    run();
  }
  /// The only cohort of few clients.
  void with_cohort(const FederationPlan& plan) {
    const MaterializedPlan begun = begin_run(plan);
    other = sys.spawn(cohort, begun.plan,
                      begun.population.part(0, begun.plan->clients), nullptr,
                      0U, caf::actor());
    run();
  }

  template <class Message>
  void tell(const Message& message) {
    self->send(other, message);
    run();
  }
  /// All messages of a type that arrived since the last call.
  template <class Message>
  std::vector<Message> heard() {
    std::vector<Message> all;
    bool more = true;
    while (more)
      self->receive(
          [&](const Message& message) { all.push_back(message); },
          caf::after(std::chrono::seconds(0)) >> [&] { more = false; });
    return all;
  }
  /// The only message of that type.
  template <class Message>
  Message answer() {
    auto all = heard<Message>();
    REQUIRE(all.size() == 1);
    return all[0];
  }
};

/// FedPer with a network of three hidden units.
inline FederationPlan fedper_plan(std::uint32_t clients, std::uint32_t rounds) {
  FederationPlan plan = neural_plan(small_plan(clients, rounds), 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  return plan;
}

/// The part of its model that clients and server share.
inline Parameters shared_part(const FederationPlan& plan) {
  return Parameters(Vector(plan.initial.head(plan.shared_parameters())));
}

}  // namespace fedltr::test
