#include "actors/silo/awaited.hpp"

#include <doctest/doctest.h>

namespace fedltr::awaited_test {
namespace {

SiloMessage trained(std::uint32_t party, std::uint32_t request) {
  SiloMessage message = message_of(Trained(), request);
  message.from = party;
  return message;
}

Awaited waiting() {
  Awaited awaited;
  awaited.expect(MessageType::kTrained, {1, 2}, 7);
  return awaited;
}

}  // namespace

TEST_CASE("an answer of each party is taken once") {
  Awaited awaited = waiting();
  awaited.take(trained(2, 7));
  CHECK_FALSE(awaited.empty());
  CHECK(awaited.contains(1));
  CHECK_THROWS_WITH(awaited.take(trained(2, 7)), "sent an unexpected message");
  awaited.take(trained(1, 7));
  CHECK(awaited.empty());
}

TEST_CASE("another type, request or party is not waited for") {
  Awaited awaited = waiting();
  CHECK_THROWS_AS(awaited.take(trained(1, 6)), std::invalid_argument);
  CHECK_THROWS_AS(awaited.take(trained(3, 7)), std::invalid_argument);
  SiloMessage other = message_of(QuestionsDone(), 7);
  other.from = 1;
  CHECK_THROWS_AS(awaited.take(other), std::invalid_argument);
  CHECK(awaited.contains(1));
  CHECK(awaited.contains(2));
}

TEST_CASE("a party that is forgotten is waited for no longer") {
  Awaited awaited = waiting();
  awaited.forget(1);
  awaited.forget(2);
  CHECK(awaited.empty());
}

TEST_CASE("only late parties may answer late, and once") {
  Awaited awaited = waiting();
  awaited.take(trained(1, 7));
  awaited.withdraw();
  CHECK(awaited.empty());
  awaited.expect(MessageType::kTrained, {1, 2}, 8);
  CHECK_THROWS_WITH(awaited.note_late(1),
                    "answered what had been asked anew since");
  CHECK_NOTHROW(awaited.note_late(2));
  CHECK_THROWS_AS(awaited.note_late(2), std::invalid_argument);
}

TEST_CASE("no message is late after one that is not") {
  Awaited awaited = waiting();
  awaited.withdraw();
  awaited.note(1);
  CHECK_THROWS_AS(awaited.note_late(1), std::invalid_argument);
}

TEST_CASE("a party that owed more may send more late") {
  Awaited awaited = waiting();
  awaited.add_late(1, 2);
  awaited.withdraw();
  for (int i = 0; i < 3; ++i) CHECK_NOTHROW(awaited.note_late(1));
  CHECK_THROWS_AS(awaited.note_late(1), std::invalid_argument);
}

}  // namespace fedltr::awaited_test
