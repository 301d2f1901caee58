// Every message, by its description alone.
#include "actors/protocol/messages.hpp"

#include <set>
#include <typeinfo>

#include <doctest/doctest.h>

#include "tests/support/filled.hpp"

namespace fedltr::messages_test {
TEST_CASE("every message survives an archive, which no other bytes do") {
  test::for_each_filled(FederationMessages{},
                        [](auto message) { test::check_archive(message); });
}

TEST_CASE("every message has its type's name") {
  std::set<std::string> names;
  test::for_each_filled(FederationMessages{}, [&](auto message) {
    using Message = decltype(message);
    const std::string name = Message::kName;
    CHECK(names.insert(name).second);
    // The name as the compiler spells it, behind its length.
    CHECK(std::string(typeid(Message).name())
              .find(std::to_string(name.size()) + name) != std::string::npos);
  });
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
