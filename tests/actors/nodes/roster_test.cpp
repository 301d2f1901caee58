// Nodes that the roster admits, evicts and waits for.
#include "actors/nodes/roster.hpp"

#include <doctest/doctest.h>

#include "tests/support/node_federation.hpp"
#include "tests/support/scripted_peer.hpp"

namespace fedltr::roster_test {
using test::Listener;
using test::Node;
using test::serve;

namespace {

wire::Answer answer_to(const wire::Order& order, const CohortOutcome& outcome,
                       const std::string& state) {
  return {order.run, order.cohort, order.number, outcome, state};
}

/// An update of a first round in which no client trained.
CohortUpdate empty_update(const wire::Order& order) {
  CohortUpdate update;
  update.round = 1;
  update.cohort = order.cohort;
  update.sum.weighted = Vector::Zero(6);
  return update;
}

/// Checks that with one more, honest node the run continues with the same bits.
/// @param patience  ticks that the roster waits for a node without an answer
void check_survives(
    const std::function<std::string(const wire::Order&)>& answer,
    std::uint32_t patience = 600) {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 12);
  const auto [listener, port] = test::listen_on_loopback();
  std::thread other([&, port = port] {
    test::node_that_answers(answer).talk_to(test::connect_to_loopback(port));
  });
  const Node honest(test::quick_host(plan, "honest"), port);
  Listener observer;
  RosterConfig config = test::quick_config(listener, 2);
  config.patience = patience;
  const auto outcome = serve(plan, config, observer);
  other.join();
  CHECK(outcome.failure == "");
  REQUIRE(observer.results.contains(0));
  CHECK(test::bytes_of(observer.results.at(0)) ==
        test::bytes_of(test::run(plan, 2).results.at(0)));
}

/// The server's reason for refusing this node.
std::string refusal_of(const std::function<void(HostConfig&)>& change) {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(10, 2);
  const auto [listener, port] = test::listen_on_loopback();
  HostConfig terms = test::quick_host(plan, "odd");
  change(terms);
  Listener observer;
  std::optional<SessionEnd> end;
  std::thread other([&, port = port] {
    Interrupt never;
    end = serve_session(terms, test::connect_to_loopback(port), 1, never);
    const Node good(test::quick_host(plan, "good"), port);
    while (good.ends().empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  CHECK(serve(plan, test::quick_config(listener), observer).failure == "");
  other.join();
  CHECK(observer.results.contains(0));
  CHECK(end->kind == SessionEnd::Kind::kRefused);
  return end->why;
}

}  // namespace

TEST_CASE("a node that sends no message is evicted, and the run continues") {
  check_survives([](const wire::Order&) { return "\x7fnonsense"; });
}

TEST_CASE("a node that sends another message than it should is evicted") {
  check_survives([](const wire::Order&) {
    return wire::encode(wire::Ready{1, "digest", {"data"}});
  });
}

TEST_CASE("a node whose update is not finite is evicted") {
  check_survives([](const wire::Order& order) {
    CohortUpdate update = empty_update(order);
    update.sum.weighted.setConstant(std::nan(""));
    return wire::encode(answer_to(order, update, ""));
  });
}

TEST_CASE("a node whose cohort's state can't be read is evicted") {
  check_survives([](const wire::Order& order) {
    return wire::encode(answer_to(order, empty_update(order), "nonsense"));
  });
}

TEST_CASE("a node that does not answer in time is dropped") {
  check_survives([](const wire::Order&) { return ""; }, 100);
}

TEST_CASE("a mute node costs a moment, once: others do what it has") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 12);
  const auto [listener, port] = test::listen_on_loopback();
  std::atomic<int> orders{0};
  std::thread other([&, port = port] {
    test::node_that_answers([&](const wire::Order&) {
      ++orders;
      return "";
    }).talk_to(test::connect_to_loopback(port));
  });
  const Node honest(test::quick_host(plan, "honest"), port);
  Listener observer;
  RosterConfig config = test::quick_config(listener, 2);
  config.mute = 50;
  config.patience = 100000;  // without `mute` the run would wait for it
  CHECK(serve(plan, config, observer).failure == "");
  other.join();
  CHECK(orders <= 3);  // the first round's, which has 3 cohorts
  REQUIRE(observer.results.contains(0));
  CHECK(test::bytes_of(observer.results.at(0)) ==
        test::bytes_of(test::run(plan, 2).results.at(0)));
}

namespace {

/// Number of orders to a node that answers with invalid bytes, until eviction.
int orders_until_evicted(const std::string& nonsense) {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 40);
  const auto [listener, port] = test::listen_on_loopback();
  std::atomic<int> orders{0};
  std::atomic<bool> over{false};
  std::thread other([&, port = port] {
    const auto peer = test::node_that_answers([&](const wire::Order&) {
      ++orders;
      return nonsense;
    });
    for (int socket = 0;
         !over && (socket = test::connect_to_loopback(port)) >= 0;)
      peer.talk_to(socket);
  });
  const Node honest(test::quick_host(plan, "honest"), port);
  Listener observer;
  CHECK(serve(plan, test::quick_config(listener, 2), observer).failure == "");
  over = true;
  other.join();
  return orders;
}

}  // namespace

TEST_CASE("a node whose token is withdrawn leaves at once, the run continues") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 12);
  const auto [listener, port] = test::listen_on_loopback();
  std::atomic<bool> at_work{false};
  std::thread other([&, port = port] {
    test::node_that_answers([&](const wire::Order&) {
      at_work = true;
      return "";
    }).talk_to(test::connect_to_loopback(port));
  });
  const Node honest(test::quick_host(plan, "honest"), port);
  Listener observer;
  RosterConfig config = test::quick_config(listener, 2);
  // The other node has its first orders and never answers them.
  config.mute = config.patience = 100000;
  config.gateway.terms.knows_token = [&](const std::string& name,
                                         const std::string&) {
    return name == "honest" || !at_work;
  };
  const auto outcome = serve(plan, config, observer);
  other.join();
  CHECK(outcome.failure == "");
  REQUIRE(observer.results.contains(0));
  CHECK(test::bytes_of(observer.results.at(0)) ==
        test::bytes_of(test::run(plan, 2).results.at(0)));
}

TEST_CASE("each kind of invalid message evicts for good, with its name") {
  // In the first round it has at most 2 of 3 cohorts.
  const wire::Answer unknown{7, 0, 1, ClientFailed{0, "x"}, ""};
  CHECK(orders_until_evicted("\x7fnonsense") <= 2);
  CHECK(orders_until_evicted(wire::encode(unknown)) <= 2);
  CHECK(orders_until_evicted(std::string(1 << 24, 'x')) <= 2);  // too long
}

TEST_CASE("a node that answers without a question is evicted") {
  check_survives([](const wire::Order& order) {
    wire::Answer answer = answer_to(order, ClientFailed{0, "x"}, "");
    ++answer.number;
    return wire::encode(answer);
  });
}

TEST_CASE("a node that joins and does nothing does not make the run wait") {
  const test::Watchdog watchdog(60);
  const auto [listener, port] = test::listen_on_loopback();
  std::thread quitters([port = port] {
    const auto quitter = test::node_that_answers(
        [](const wire::Order&) { return test::ScriptedPeer::kHangUp; });
    for (int socket = 0; (socket = test::connect_to_loopback(port)) >= 0;)
      quitter.talk_to(socket);
  });
  RosterConfig terms = test::quick_config(listener);
  terms.wait = 200;
  Listener observer;
  const auto outcome = serve(test::small_plan(600, 12), terms, observer);
  CHECK(outcome.abandoned);
  CHECK(outcome.failure == "no node came back in time");
  quitters.join();
}

TEST_CASE("a roster that breaks ends the run") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 12);
  const auto [listener, port] = test::listen_on_loopback();
  const auto running = test::start_nodes(plan, 1, port);
  RosterConfig terms = test::quick_config(listener);
  terms.on_nodes = [](std::size_t) {
    throw std::logic_error("broken on purpose");
  };
  Listener observer;
  const auto outcome = serve(plan, terms, observer);
  CHECK(outcome.abandoned);
  CHECK(outcome.failure.find("the keeper of the nodes ended") == 0);
}

TEST_CASE("nodes that come one by one are waited for") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(600, 12);
  const auto [listener, port] = test::listen_on_loopback();
  std::vector<std::unique_ptr<Node>> running;
  // Each comes within the deadline, all of them together exceed it.
  std::thread others([&, port = port] {
    for (int i = 0; i < 4; ++i) {
      running.push_back(std::make_unique<Node>(
          test::quick_host(plan, "node-" + std::to_string(i)), port));
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  });
  RosterConfig terms = test::quick_config(listener, 4);
  terms.wait = 250;
  Listener observer;
  CHECK(serve(plan, terms, observer).failure == "");
  others.join();
}

TEST_CASE("a mismatched node is refused, with the reason") {
  CHECK(refusal_of([](auto& terms) {
          terms.gateway.terms.protocols = {3, 4};
          terms.gateway.terms.version = "other";
        }) ==
        "refused by the server: it speaks protocols 3 to 4 (fedltr other), but "
        "the server is fedltr test and speaks " +
            text_of(wire::kProtocols));
  CHECK(refusal_of([](auto& terms) { terms.gateway.terms.token = "guess"; }) ==
        "refused by the server: its token is wrong or was revoked, or is "
        "missing in "
        "tokens/ there");
  const auto prepares = [](const char* digest, const char* data) {
    return refusal_of([&](HostConfig& terms) {
      terms.prepare = [=](const std::string&) {
        return std::make_shared<const PreparedScenario>(
            PreparedScenario{digest, {data}, {test::small_plan(10, 2)}});
      };
    });
  };
  CHECK(prepares("other", "data") ==
        "refused by the server: it reads the scenario differently");
  CHECK(prepares("digest", "other") ==
        "refused by the server: its data is not the server's: file 1 of 1 "
        "differs (SHA-256)");
}

}  // namespace fedltr::roster_test
