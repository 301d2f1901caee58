#include <doctest/doctest.h>

#include "actors/consortium/consortium_wire.hpp"

namespace fedltr::conversation_test {
using namespace fedltr::consortium;

namespace {

PackedMessage numbered(std::uint32_t request) {
  SiloMessage message = message_of(SiloRefusal{{'w', 'h', 'y'}}, request);
  message.attempt = 2;
  message.from = 1;
  message.to = kRelay;
  return packed(message);
}

template <class Message>
std::string bytes_of(Message message) {
  return archived(message);
}

}  // namespace

TEST_CASE("a message comes through a conversation as it was sent") {
  Conversation here;
  Conversation there;
  const Carried& carried = here.send(numbered(7));
  CHECK(carried.number == 1);
  REQUIRE(there.receive(carried));
  const SiloMessage message = unpacked(carried.message, SiloProtocol());
  CHECK(message.type() == MessageType::kRefusal);
  CHECK(message.attempt == 2);
  CHECK(message.from == 1);
  CHECK(message.to == kRelay);
  CHECK(message.request == 7);
  CHECK(body_of<SiloRefusal>(message).why == std::vector<char>{'w', 'h', 'y'});
}

TEST_CASE("messages that the peer has not confirmed are sent again, once") {
  Conversation here;
  Conversation there;
  for (std::uint32_t i = 1; i <= 3; ++i) here.send(numbered(i));
  // The first message arrived, then the connection broke.
  CHECK(there.receive(here.resume(0).front()));
  const auto& again = here.resume(there.received());
  REQUIRE(again.size() == 2);
  CHECK(again.front().number == 2);
  for (const Carried& each : again) CHECK(there.receive(each));
  for (const Carried& each : again) CHECK_FALSE(there.receive(each));
  CHECK(there.received() == 3);
  // An answer confirms every earlier message.
  CHECK(here.receive(there.send(numbered(9))));
  CHECK(here.resume(3).empty());
}

TEST_CASE("a peer can neither skip messages nor confirm unsent ones") {
  Conversation here;
  Carried skipped;
  skipped.number = 2;
  CHECK_THROWS_WITH_AS(here.receive(skipped), "message 2 came, expected 1",
                       ArchiveError);
  CHECK_THROWS_AS(here.resume(1), ArchiveError);
  Carried confirms;
  confirms.number = 1;
  confirms.received = 4;
  CHECK_THROWS_AS(here.receive(confirms), ArchiveError);
  here.send(numbered(1));
  here.send(numbered(2));
  here.resume(2);
  CHECK_THROWS_WITH_AS(here.resume(0), "the other side has lost what it had",
                       ArchiveError);
}

TEST_CASE("frames of a consortium read back, and hostile ones are refused") {
  const auto back = std::get<Join>(
      unarchived<FromParty>(bytes_of(FromParty(Join{"abc", {}, 5, 6}))));
  CHECK(back.digest == "abc");
  CHECK(back.process == 5);
  CHECK(back.received == 6);
  Conversation talk;
  const auto carried = std::get<Carried>(
      unarchived<FromRelay>(bytes_of(FromRelay(talk.send(numbered(3))))));
  CHECK(carried.message.request == 3);
  CHECK(carried.message.body == ByteVector{'w', 'h', 'y'});
  const std::string whole = bytes_of(FromRelay(carried));
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_THROWS_AS(unarchived<FromRelay>(whole.substr(0, size)), ArchiveError);
  CHECK_THROWS_AS(unarchived<FromRelay>(whole + "x"), ArchiveError);
  CHECK_THROWS_AS(unarchived<FromParty>("\x07"), ArchiveError);
}

TEST_CASE("a carried message keeps its bytes, in frames and journals") {
  Carried sent{5, 4, numbered(7)};
  std::uint64_t number = 5;
  std::uint64_t received = 4;
  auto& [code, attempt, from, to, request, bytes] = sent.message;
  Archive archive;
  archive(number, received, code, attempt, from, to, request, bytes);
  CHECK(archived(sent) == archive.take());
}

}  // namespace fedltr::conversation_test
