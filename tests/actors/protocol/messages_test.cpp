// Every message, by its description alone.
#include "actors/protocol/messages.hpp"

#include <set>
#include <typeinfo>

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/filled.hpp"

namespace fedltr::messages_test {
namespace {

template <class Check>
void for_each_message(const Check& check) {
  for_each_type(FederationMessages{},
                [&]<class Message>(std::type_identity<Message>) {
                  CAPTURE(Message::kName);
                  check(test::filled<Message>());
                });
}

template <class Message>
std::vector<char> caf_bytes(caf::actor_system& system, Message& message) {
  std::vector<char> bytes;
  caf::binary_serializer sink{system, bytes};
  REQUIRE_FALSE(sink(message));
  return bytes;
}

}  // namespace

TEST_CASE_FIXTURE(test::DetFixture,
                  "every message survives CAF's wire bit for bit") {
  for_each_message([this](auto sent) {
    decltype(sent) read;
    const auto bytes = caf_bytes(sys, sent);
    caf::binary_deserializer source{sys, bytes};
    REQUIRE_FALSE(source(read));
    CHECK(archived(read) == archived(sent));
  });
}

TEST_CASE_FIXTURE(test::DetFixture,
                  "a message's size is that of its bytes on CAF's wire") {
  for_each_message([this](auto message) {
    CHECK(wire_size(message) == caf_bytes(sys, message).size());
    decltype(message) empty;
    CHECK(wire_size(empty) == caf_bytes(sys, empty).size());
  });
  SecAggMessage longer;
  for (const std::size_t length : {127, 128, 16383, 16384}) {
    longer.bytes.resize(length);
    CHECK(wire_size(longer) == caf_bytes(sys, longer).size());
  }
}

TEST_CASE_FIXTURE(test::DetFixture,
                  "CAF refuses a message that is cut short, wherever") {
  for_each_message([this](auto sent) {
    const auto bytes = caf_bytes(sys, sent);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      decltype(sent) read;
      caf::binary_deserializer source{sys, bytes.data(), size};
      CHECK(source(read));
    }
  });
}

TEST_CASE("every message survives an archive, which no other bytes do") {
  for_each_message([](auto message) { test::check_archive(message); });
}

TEST_CASE_FIXTURE(test::DetFixture, "every message has its type's name") {
  std::set<std::string> names;
  for_each_message([&](auto message) {
    using Message = decltype(message);
    const std::string name = Message::kName;
    CHECK(names.insert(name).second);
    // The name as the compiler spells it, behind its length.
    CHECK(std::string(typeid(Message).name())
              .find(std::to_string(name.size()) + name) != std::string::npos);
    CHECK(caf::deep_to_string(message).find(name + "(") == 0);
  });
}

TEST_CASE("every message has a type id of its own, which leads back to it") {
  std::set<caf::type_id_t> ids;
  for_each_message([&](auto message) {
    using Message = decltype(message);
    constexpr caf::type_id_t id = caf::type_id<Message>::value;
    CHECK(ids.insert(id).second);
    CHECK(id >= caf::first_custom_type_id);
    CHECK(std::is_same_v<typename caf::type_by_id<id>::type, Message>);
    CHECK(std::string(caf::type_name_by_id<id>::value) == Message::kName);
  });
  CHECK(ids.size() == FederationMessages::kSize);
}

TEST_CASE("an order and its update take what they always took") {
  // Round, number of parameters, parameters; task and four numbers.
  const Parameters three(Vector::Ones(3));
  CHECK(wire_size(Train{0, three, {}}) == 4 + (4 + 24) + 17);
  CHECK(wire_size(Update{{}, three}) == 3 * 4 + 2 * 8 + (4 + 24));
  CHECK(wire_size(SecAggMessage{}) == 4 + 4 + 1 + 1);
  CHECK(wire_size(MaskedUpdate{{}, false, {1, 2}}) ==
        3 * 4 + 2 * 8 + 1 + (1 + 16));
}

}  // namespace fedltr::messages_test
