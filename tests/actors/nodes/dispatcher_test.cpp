#include "actors/nodes/dispatcher.hpp"

#include <doctest/doctest.h>

namespace fedltr::dispatcher_test {
namespace {

/// A dispatcher and its messages, as "node: order 1 of cohort 0, opens from s".
struct Office {
  std::vector<std::string> sent;
  Dispatcher dispatcher;

  explicit Office(std::uint32_t min_nodes = 1)
      : dispatcher(
            min_nodes, [this](LinkId node, const wire::ServerMessage& message) {
              sent.push_back(std::to_string(node) + ": " + text(message));
            }) {}

  static std::string text(const wire::ServerMessage& message) {
    if (const auto* close = std::get_if<wire::Close>(&message))
      return "close " + std::to_string(close->cohort);
    const auto& order = std::get<wire::Order>(message);
    return "order " + std::to_string(order.number) + " of " +
           std::to_string(order.cohort) +
           (order.opens ? ", from " + order.state : "");
  }
  void submit(std::uint32_t cohort, const std::string& state = "start") {
    dispatcher.submit({0, cohort}, std::make_shared<CohortTask>(LeaveCohort{}),
                      std::make_shared<std::string>(state));
  }
  bool accept(LinkId node, std::uint32_t cohort, std::uint64_t number) {
    return dispatcher.accept(
        node, {0, cohort, number, ClientFailed{}, std::string()});
  }
  std::vector<std::string> take() { return std::exchange(sent, {}); }
};

using Sent = std::vector<std::string>;

}  // namespace

TEST_CASE("orders wait until there are enough nodes") {
  Office office(2);
  office.submit(0);
  office.submit(1);
  office.dispatcher.add_node(7, 1);
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{});
  CHECK(office.dispatcher.starved());
  CHECK_FALSE(office.dispatcher.started());
  office.dispatcher.add_node(9, 1);
  office.dispatcher.dispatch();
  CHECK(office.take() ==
        Sent{"7: order 1 of 0, from start", "9: order 2 of 1, from start"});
  CHECK_FALSE(office.dispatcher.starved());
}

TEST_CASE("a cohort's state goes to a node once, then stays there") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0, "first");
  CHECK(office.take() == Sent{"7: order 1 of 0, from first"});
  CHECK(office.accept(7, 0, 1));
  office.submit(0, "second");
  CHECK(office.take() == Sent{"7: order 2 of 0"});
}

TEST_CASE("nothing is sent twice") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  office.take();
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{});
  CHECK(office.accept(7, 0, 1));
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{});
}

TEST_CASE("a lost node's work is repeated by another, from the state before") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.dispatcher.add_node(9, 1);
  office.submit(0, "zero");
  office.submit(1, "one");
  CHECK(office.take() ==
        Sent{"7: order 1 of 0, from zero", "9: order 2 of 1, from one"});
  CHECK(office.dispatcher.remove_node(7) == 1);
  CHECK(office.dispatcher.nodes() == 1);
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{"9: order 1 of 0, from zero"});
  CHECK(office.dispatcher.remove_node(9) == 2);
  CHECK(office.dispatcher.starved());
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{});
}

TEST_CASE("a cohort that moves to a new node is closed at the old one") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  office.submit(1);
  CHECK(office.accept(7, 0, 1));
  CHECK(office.accept(7, 1, 2));
  office.take();
  office.dispatcher.add_node(9, 1);
  office.submit(0, "zero");
  office.submit(1, "one");
  CHECK(office.take() ==
        Sent{"7: order 3 of 0", "7: close 1", "9: order 4 of 1, from one"});
}

TEST_CASE("an answer is accepted from the node that has the order only") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.dispatcher.add_node(9, 1);
  office.submit(0);
  CHECK_THROWS_WITH_AS(
      office.accept(7, 0, 2),
      "unexpected Answer: run 0, cohort 0, order 2, expected 1", ArchiveError);
  CHECK_THROWS_WITH_AS(
      office.accept(9, 0, 1),
      "unexpected Answer: run 0, cohort 0, order 1, which the node does not "
      "have",
      ArchiveError);
  CHECK(office.accept(7, 0, 1));
  CHECK_THROWS_AS(office.accept(7, 0, 1), ArchiveError);
}

TEST_CASE("an answer for a finished run is ignored") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  office.take();
  office.dispatcher.remove({0, 0});
  CHECK(office.take() == Sent{"7: close 0"});
  CHECK_FALSE(office.accept(7, 0, 1));
  CHECK_THROWS_AS(office.accept(7, 0, 1), ArchiveError);  // twice
  office.dispatcher.remove({0, 0});
  CHECK(office.take() == Sent{});
  // No answer of the node is outstanding.
  CHECK(office.dispatcher.overdue(0).empty());
}

TEST_CASE("an answer for a run that never was is not what a node sends") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  CHECK_THROWS_WITH_AS(
      office.dispatcher.accept(7, {3, 0, 1, ClientFailed{}, std::string()}),
      "unexpected Answer: run 3, cohort 0, of which there is no order",
      ArchiveError);
}

namespace {

/// Two nodes, of which only the second answers; then `ticks` pass.
void wait_for_first(Office& office, std::uint32_t ticks) {
  office.dispatcher.add_node(7, 1);
  office.dispatcher.add_node(9, 1);
  office.submit(0, "zero");
  office.submit(1, "one");
  CHECK(office.take() ==
        Sent{"7: order 1 of 0, from zero", "9: order 2 of 1, from one"});
  CHECK(office.accept(9, 1, 2));
  for (std::uint32_t i = 0; i < ticks; ++i) office.dispatcher.overdue(600);
}

using Moved = std::map<LinkId, std::size_t>;

}  // namespace

TEST_CASE("a mute node's work goes to others, and it gets no more") {
  Office office;
  wait_for_first(office, 19);
  CHECK(office.dispatcher.relieve(20) == Moved{});
  office.dispatcher.overdue(600);
  CHECK(office.dispatcher.relieve(20) == Moved{{7, 1}});
  CHECK(office.dispatcher.is_mute(7));
  CHECK(office.dispatcher.relieve(20) == Moved{});
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{"9: order 3 of 0, from zero"});
  CHECK(office.accept(9, 0, 3));
  office.submit(0);
  office.submit(1);
  CHECK(office.take() == Sent{"9: order 4 of 0", "9: order 5 of 1"});
  // Its answer is still outstanding.
  for (int i = 0; i < 580; ++i) office.dispatcher.overdue(600);
  CHECK(office.dispatcher.overdue(600) == std::vector<LinkId>{7});
}

TEST_CASE("a late answer is dropped, and its node gets work again") {
  Office office;
  wait_for_first(office, 20);
  office.dispatcher.relieve(20);
  office.dispatcher.dispatch();
  office.take();
  CHECK_FALSE(office.accept(7, 0, 1));
  CHECK(office.take() == Sent{"7: close 0"});
  CHECK_FALSE(office.dispatcher.is_mute(7));
  CHECK_THROWS_AS(office.accept(7, 0, 1), ArchiveError);
  CHECK(office.accept(9, 0, 3));
  office.submit(0, "again");
  office.submit(1);
  CHECK(office.take() ==
        Sent{"9: order 4 of 0", "9: close 1", "7: order 5 of 1, from start"});
  // A node that needed 20 ticks once may take 200.
  for (int i = 0; i < 199; ++i) office.dispatcher.overdue(600);
  CHECK(office.dispatcher.relieve(20) == Moved{});
}

TEST_CASE("without another node, or any answer, a slow one is left alone") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  for (int i = 0; i < 100; ++i) office.dispatcher.overdue(600);
  office.dispatcher.add_node(9, 1);
  CHECK(office.dispatcher.relieve(20) == Moved{});  // no node has answered yet
  office.dispatcher.remove_node(9);
  CHECK(office.accept(7, 0, 1));
  office.submit(0);
  for (int i = 0; i < 2000; ++i) office.dispatcher.overdue(6000);
  CHECK(office.dispatcher.relieve(20) == Moved{});
}

TEST_CASE("a mute node that is the last one gets its orders anew") {
  Office office;
  wait_for_first(office, 20);
  office.dispatcher.relieve(20);
  office.dispatcher.dispatch();
  office.take();
  office.dispatcher.remove_node(9);
  office.dispatcher.dispatch();
  CHECK(office.take() == Sent{"7: order 3 of 0, from zero"});
  CHECK_FALSE(office.accept(7, 0, 1));  // to the first order: need not come
  CHECK(office.accept(7, 0, 3));
}

TEST_CASE("a node is overdue by the ticks since it last answered") {
  Office office;
  office.dispatcher.add_node(7, 1);
  CHECK(office.dispatcher.overdue(0).empty());
  office.submit(0);
  office.submit(1);
  CHECK(office.dispatcher.overdue(2).empty());
  CHECK(office.dispatcher.overdue(2).empty());
  CHECK(office.accept(7, 0, 1));
  CHECK(office.dispatcher.overdue(2).empty());
  CHECK(office.dispatcher.overdue(2).empty());
  CHECK(office.dispatcher.overdue(2) == std::vector<LinkId>{7});
}

TEST_CASE("a fresh order in place of one that failed has another number") {
  Office office;
  office.dispatcher.add_node(7, 1);
  office.submit(0);
  CHECK(office.accept(7, 0, 1));
  office.dispatcher.remove_node(7);
  office.dispatcher.add_node(9, 1);
  office.submit(0, "again");
  CHECK(office.sent.back() == "9: order 2 of 0, from again");
}

}  // namespace fedltr::dispatcher_test
