#include "actors/protocol/lean_actor.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "actors/runtime/scheduler.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::lean_actor_test {
using test::DetFixture;

namespace {

using Seen = std::vector<int>;

/// Records numbers; quits at 0, with a reason at -1, and throws at -2.
LeanBehavior noting(LeanActor* self, Seen* seen) {
  return {[self, seen](int number) {
    seen->push_back(number);
    if (number == 0) self->quit();
    if (number == -1) self->quit(caf::exit_reason::out_of_workers);
    if (number == -2) throw std::runtime_error("no such number");
  }};
}

struct Fixture : DetFixture {
  Seen seen;
  caf::actor actor = sys.spawn<caf::lazy_init>(noting, &seen);

  Fixture() { self->monitor(actor); }
  ~Fixture() { end(); }
  void end() {
    self->send_exit(actor, caf::exit_reason::kill);
    run();
  }
  template <class... Numbers>
  void send(Numbers... numbers) {
    (self->send(actor, numbers), ...);
  }
  bool is_down() { return self->has_next_message(); }
  /// The reason that the monitor receives.
  caf::error reason() {
    caf::error reason;
    self->receive([&](const caf::down_msg& down) { reason = down.reason; });
    return reason;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a lean actor takes messages in their order") {
  send(1, 2, 3);
  CHECK(seen.empty());
  step();
  send(4, 5);  // behind those that it has fetched
  run();
  CHECK(seen == Seen{1, 2, 3, 4, 5});
  send(6);  // wakes it
  run();
  CHECK(seen.back() == 6);
  CHECK_FALSE(is_down());
}

TEST_CASE_FIXTURE(Fixture, "a message to a lean actor is one step") {
  Seen numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (const int number : numbers) send(number);
  for (std::size_t i = 1; i <= numbers.size(); ++i) {
    REQUIRE(step());
    CHECK(seen.size() == i);
  }
  run();
  CHECK(seen == numbers);
}

TEST_CASE_FIXTURE(Fixture, "an urgent message waits for those before it") {
  send(1);
  self->send<caf::message_priority::high>(actor, 2);
  run();
  CHECK(seen == Seen{1, 2});
}

TEST_CASE_FIXTURE(Fixture, "a lean actor that quits reads no more") {
  send(1, 0, 2);
  run();
  CHECK(seen == Seen{1, 0});
  CHECK_FALSE(reason());
  send(3);
  run();
  CHECK(seen == Seen{1, 0});
}

TEST_CASE_FIXTURE(Fixture, "a lean actor quits with its reason") {
  send(-1, 1);
  run();
  CHECK(reason() == caf::exit_reason::out_of_workers);
}

TEST_CASE_FIXTURE(Fixture, "a lean actor ends at what nothing handles") {
  self->send(actor, std::string("a word"));
  send(1);
  run();
  CHECK(reason() == caf::sec::unexpected_message);
  CHECK(seen.empty());
}

TEST_CASE_FIXTURE(Fixture, "a lean actor ends and reports at an exception") {
  send(-2, 1);
  run();
  const caf::error told = reason();
  CHECK(told == caf::sec::runtime_error);
  CHECK(sys.render(told).find("no such number") != std::string::npos);
  CHECK(seen == Seen{-2});
}

TEST_CASE_FIXTURE(Fixture, "an exit message ends a lean actor in its turn") {
  send(1);
  self->send_exit(actor, caf::exit_reason::kill);
  send(2);
  run();
  CHECK(reason() == caf::exit_reason::kill);
  CHECK(seen == Seen{1});
}

TEST_CASE_FIXTURE(Fixture, "no handler keeps a lean actor from being killed") {
  int handled = 0;
  const caf::actor stubborn = sys.spawn([&](LeanActor*) -> LeanBehavior {
    return {[&](const caf::exit_msg&) { ++handled; }};
  });
  self->monitor(stubborn);
  self->send_exit(stubborn, caf::exit_reason::user_shutdown);
  self->send_exit(stubborn, caf::exit_reason::kill);
  run();
  CHECK(handled == 1);
  CHECK(reason() == caf::exit_reason::kill);
}

TEST_CASE_FIXTURE(Fixture, "a request to a lean actor is refused at once") {
  const auto answer_of = [&](auto request) {
    caf::error refusal;
    request.receive([](int) { FAIL("no answer was due"); },
                    [&](const caf::error& error) { refusal = error; });
    return refusal;
  };
  const auto ask = [&] { return self->request(actor, caf::infinite, 1); };
  auto alive = ask();
  run();
  CHECK(answer_of(std::move(alive)) == caf::sec::unexpected_message);
  CHECK(seen.empty());
  CHECK_FALSE(is_down());
  send(0);
  auto unread = ask();
  run();
  CHECK(answer_of(std::move(unread)) == caf::sec::request_receiver_down);
  CHECK(answer_of(ask()) == caf::sec::request_receiver_down);
  CHECK_FALSE(reason());
}

namespace {

template <class Actor>
concept Requesting = requires(Actor* self, const caf::actor& other) {
  self->request(other, caf::infinite, 1);
};
static_assert(Requesting<caf::event_based_actor>);
static_assert(!Requesting<LeanActor>);

[[maybe_unused]] const auto kNotes = [](int) {};
[[maybe_unused]] const auto kAnswers = [](int number) { return number; };
static_assert(std::is_constructible_v<LeanBehavior, decltype(kNotes)>);
static_assert(!std::is_constructible_v<LeanBehavior, decltype(kAnswers)>);
static_assert(!std::is_constructible_v<LeanBehavior, decltype(kNotes),
                                       decltype(kAnswers)>);

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a lean actor ends with one it is linked to") {
  Seen of_other;
  const caf::actor other = sys.spawn(noting, &of_other);
  caf::actor linked = sys.spawn([&](LeanActor* lean) -> LeanBehavior {
    lean->link_to(other);
    return {[](int) {}};
  });
  self->monitor(linked);
  run();
  self->send(other, -1);
  run();
  CHECK(reason() == caf::exit_reason::out_of_workers);
  // A linked actor that ends without error changes nothing.
  const caf::actor third = sys.spawn(noting, &of_other);
  linked = sys.spawn([&](LeanActor* lean) -> LeanBehavior {
    lean->link_to(third);
    return {[](int) {}};
  });
  self->monitor(linked);
  self->send(third, 0);
  run();
  CHECK_FALSE(is_down());
  self->send_exit(linked, caf::exit_reason::kill);
  run();
  CHECK(reason() == caf::exit_reason::kill);
}

TEST_CASE("a lean actor learns of others' ends, if it handles them") {
  DetFixture fixture;
  std::vector<std::string> told;
  const caf::actor watched = fixture.sys.spawn(
      [](LeanActor*) -> LeanBehavior { return {[](int) {}}; });
  const caf::actor watching =
      fixture.sys.spawn([&](LeanActor* lean) -> LeanBehavior {
        lean->monitor(watched);
        return {[&](const caf::down_msg& down) {
                  CHECK(down.source == watched);
                  CHECK(down.reason == caf::exit_reason::kill);
                  told.push_back("down");
                },
                [&, lean](const caf::exit_msg& exit) {
                  CHECK(exit.reason == caf::exit_reason::user_shutdown);
                  told.push_back("exit");
                  if (told.size() > 2) lean->quit();
                }};
      });
  fixture.run();
  fixture.self->send_exit(watched, caf::exit_reason::kill);
  fixture.run();
  for (int i = 0; i < 3; ++i)
    fixture.self->send_exit(watching, caf::exit_reason::user_shutdown);
  fixture.run();
  CHECK(told == std::vector<std::string>{"down", "exit", "exit"});
}

TEST_CASE("a lean actor makes its behavior in its turn, a lazy one at once") {
  DetFixture fixture;
  int made = 0;
  const auto counting = [&](LeanActor*) -> LeanBehavior {
    ++made;
    return {[](int) {}};
  };
  const caf::actor eager = fixture.sys.spawn(counting);
  CHECK(made == 0);
  fixture.run();
  CHECK(made == 1);
  const caf::actor lazy = fixture.sys.spawn<caf::lazy_init>(counting);
  CHECK(made == 2);
  CHECK(fixture.run() == 0);
  for (const caf::actor& each : {eager, lazy})
    fixture.self->send_exit(each, caf::exit_reason::kill);
  fixture.run();
  CHECK(made == 2);
}

TEST_CASE("a lean actor that can't begin ends, and reports the reason") {
  DetFixture fixture;
  const caf::actor broken = fixture.sys.spawn(
      [](LeanActor*) -> LeanBehavior { throw std::runtime_error("no data"); });
  fixture.self->monitor(broken);
  fixture.run();
  fixture.self->receive([&](const caf::down_msg& down) {
    CHECK(fixture.sys.render(down.reason).find("no data") != std::string::npos);
  });
}

TEST_CASE("a lean actor without references is destroyed") {
  DetFixture fixture;
  auto held = std::make_shared<int>(1);
  {
    const auto keeping = [held](LeanActor*) -> LeanBehavior {
      return {[held](int) {}};
    };
    const caf::actor unused = fixture.sys.spawn<caf::lazy_init>(keeping);
    CHECK(held.use_count() > 1);
  }
  fixture.run();
  CHECK(held.use_count() == 1);
}

TEST_CASE("many threads send to a lean actor, and each one's order is kept") {
  constexpr int kSenders = 8;
  constexpr int kMessages = 2000;
  caf::actor_system_config config;
  config.set("scheduler.max-threads", std::size_t{4});
  Seen seen;
  {
    caf::actor_system sys(config);
    caf::scoped_actor self(sys);
    const caf::actor actor = sys.spawn(noting, &seen);
    for (int sender = 0; sender < kSenders; ++sender)
      self->spawn<caf::monitored>(
          [sender, actor](caf::event_based_actor* sending) {
            for (int i = 1; i <= kMessages; ++i)
              sending->send(actor, sender * kMessages + i);
          });
    for (int sender = 0; sender < kSenders; ++sender)
      self->receive([](const caf::down_msg&) {});
    caf::anon_send(actor, 0);
  }
  REQUIRE(seen.size() == kSenders * kMessages + 1);
  seen.pop_back();
  std::ranges::stable_sort(seen, {},
                           [](int number) { return (number - 1) / kMessages; });
  for (std::size_t i = 0; i < seen.size(); ++i)
    CHECK(seen[i] == static_cast<int>(i) + 1);
}

TEST_CASE("a system ends while a lean actor waits for its turn") {
  SystemConfig config(1);
  caf::actor_system sys(config);
  sys.await_actors_before_shutdown(false);
  const caf::actor busy = sys.spawn([](LeanActor* lean) -> LeanBehavior {
    return {[lean](int) {
      caf::anon_send(caf::actor_cast<caf::actor>(lean->address()), 1);
    }};
  });
  caf::anon_send(busy, 1);
}

TEST_CASE("a lean actor is a fifth of CAF's event-based one") {
  CHECK(5 * sizeof(LeanActor) <= sizeof(caf::event_based_actor));
}

}  // namespace fedltr::lean_actor_test
