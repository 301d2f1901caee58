// A node's reactions to messages of a server.
#include "actors/nodes/host.hpp"

#include <array>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/node_federation.hpp"
#include "tests/support/scripted_peer.hpp"

namespace fedltr::host_test {
using test::Listener;
using test::Node;
using test::serve;

namespace {

/// End of a node's session whose server welcomes it, then sends `frames`.
SessionEnd end_after(const std::vector<std::string>& frames) {
  const test::Watchdog watchdog(60);
  const auto [listener, port] = test::listen_on_loopback();
  std::size_t next = 0;
  const test::ScriptedPeer server{
      wire::encode(wire::Welcome{"a scenario"}), [&](const std::string& frame) {
        wire::decode<wire::NodeMessage>(frame);
        return next < frames.size() ? frames[next++] : std::string();
      }};
  std::thread other([&, listener = listener] { server.talk_at(listener); });
  Interrupt never;
  const SessionEnd end =
      serve_session(test::quick_host(test::small_plan(300, 2), "node"),
                    test::connect_to_loopback(port), 1, never);
  other.join();
  CHECK(end.welcome);
  return end;
}

wire::Order first_order() {
  return {
      0,
      1,
      7,
      true,
      "",
      TrainCohort{1, Parameters(Vector::Zero(6)), training_spec(1), {}, false}};
}

std::string refusal_after(const std::string& frame) {
  const SessionEnd end = end_after({frame});
  CHECK(end.kind == SessionEnd::Kind::kRefused);
  return end.why;
}

const std::string kInvalid = "the server sends what no server sends: ";

}  // namespace

TEST_CASE("a node ends when the server reports that all is done") {
  CHECK(end_after({wire::encode(wire::Farewell{})}).kind ==
        SessionEnd::Kind::kDone);
}

TEST_CASE("a node answers an order by its number, with the cohort's state") {
  const test::Watchdog watchdog(60);
  const auto [listener, port] = test::listen_on_loopback();
  std::optional<wire::Answer> answer;
  const test::ScriptedPeer server{
      wire::encode(wire::Welcome{"a scenario"}), [&](const std::string& frame) {
        auto message = wire::decode<wire::NodeMessage>(frame);
        if (std::holds_alternative<wire::Ready>(message))
          return wire::encode(first_order());
        answer = std::get<wire::Answer>(message);
        return wire::encode(wire::Farewell{});
      }};
  std::thread other([&, listener = listener] { server.talk_at(listener); });
  Interrupt never;
  serve_session(test::quick_host(test::small_plan(300, 2), "node"),
                test::connect_to_loopback(port), 1, never);
  other.join();
  REQUIRE(answer);
  CHECK(answer->cohort == 1);
  CHECK(answer->number == 7);
  CHECK(std::get<CohortUpdate>(answer->outcome).sum.clients == 44);
  CHECK_FALSE(answer->state.empty());
}

TEST_CASE("a service that is no server at all may give way to one") {
  const test::Watchdog watchdog(60);
  for (const char* greeting : {"\x7fnonsense", "SSH-2.0-OpenSSH_9.6"}) {
    const auto [listener, port] = test::listen_on_loopback();
    std::thread other([&, listener = listener] {
      const int socket = accept(listener, nullptr, nullptr);
      const std::string frame = framed(greeting);
      CHECK(write(socket, frame.data(), frame.size()) ==
            static_cast<ssize_t>(frame.size()));
      std::array<char, 100> rest{};
      while (read(socket, rest.data(), rest.size()) > 0) {
      }
      close(socket);
      close(listener);
    });
    Interrupt never;
    const SessionEnd end =
        serve_session(test::quick_host(test::small_plan(300, 2), "node"),
                      test::connect_to_loopback(port), 1, never);
    other.join();
    CHECK(end.kind == SessionEnd::Kind::kLost);
  }
}

TEST_CASE("a node refuses a server whose orders are invalid") {
  CHECK(refusal_after("\x7fnonsense").find(kInvalid) == 0);
  wire::Order order = first_order();
  order.run = 1;
  CHECK(refusal_after(wire::encode(order)) ==
        kInvalid + "unexpected Order: run 1 of 1, cohort 1");
  order = first_order();
  order.cohort = 2;
  CHECK(refusal_after(wire::encode(order)).find(kInvalid) == 0);
  order = first_order();
  order.opens = false;
  CHECK(refusal_after(wire::encode(order)) ==
        kInvalid + "unexpected Order: cohort 1 of run 0 is not here");
  order = first_order();
  order.state = "nonsense";
  CHECK(refusal_after(wire::encode(order)).find(kInvalid) == 0);
  order = first_order();
  std::get<TrainCohort>(order.task).participants = {0};
  CHECK(refusal_after(wire::encode(order)) ==
        kInvalid + "clients 0 to 0, expected some of 256 to 299");
}

TEST_CASE("a node that throws ends the run, with its name") {
  const test::Watchdog watchdog(60);
  const FederationPlan plan = test::small_plan(300, 5);
  FederationPlan broken = plan;
  broken.learner = std::make_shared<const test::BrokenLearner>();
  const auto [listener, port] = test::listen_on_loopback();
  const Node node(test::quick_host(broken, "weak"), port);
  Listener observer;
  const auto outcome = serve(plan, test::quick_config(listener), observer);
  CHECK(outcome.failure ==
        "test: client 0 failed: at node weak: broken on purpose");
}

}  // namespace fedltr::host_test
