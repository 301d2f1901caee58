#include "actors/link/greeting.hpp"

#include <doctest/doctest.h>

#include "actors/consortium/consortium_wire.hpp"
#include "actors/nodes/node_wire.hpp"

namespace fedltr::greeting_test {
using namespace fedltr::link;

TEST_CASE("two sides speak the highest protocol that both know") {
  CHECK(common_protocol({1, 3}, {2, 5}) == 3);
  CHECK(common_protocol({2, 5}, {1, 3}) == 3);
  CHECK(common_protocol({4, 4}, {1, 9}) == 4);
  CHECK(common_protocol({1, 3}, {3, 3}) == 3);
  CHECK_FALSE(common_protocol({1, 3}, {4, 5}));
  CHECK_FALSE(common_protocol({4, 5}, {1, 3}));
  CHECK_FALSE(common_protocol({9, 1}, {1, 9}));  // no range
  CHECK(text_of({5, 5}) == "protocol 5");
  CHECK(text_of({5, 7}) == "protocols 5 to 7");
}

TEST_CASE("greetings arrive as they were sent, also with later fields") {
  const auto hello =
      read<Hello>(encode(Hello{{2, 3}, "1.0", "alice", "secret"}) + "more");
  CHECK(hello.protocols.lowest == 2);
  CHECK(hello.protocols.highest == 3);
  CHECK(hello.version == "1.0");
  CHECK(hello.name == "alice");
  CHECK(hello.token == "secret");
  CHECK(read<Welcome>(encode(Welcome{3, "1.0"}) + "more").protocol == 3);
  const auto refused = read<Refused>(encode(Refused{"why", true}) + "more");
  CHECK(refused.why == "why");
  CHECK(refused.later);
}

TEST_CASE("a frame that ends too early, or of another kind, is no greeting") {
  const std::string whole = encode(Hello{{1, 1}, "1.0", "alice", "secret"});
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_THROWS_AS(read<Hello>(whole.substr(0, size)), ArchiveError);
  CHECK_THROWS_AS(read<Welcome>(whole), ArchiveError);
}

TEST_CASE("the greeting's format is of no protocol: these bytes stay") {
  using namespace std::string_literals;
  CHECK(encode(Hello{{5, 6}, "v", "n", "t"}) ==
        "\x80\5\0\0\0\6\0\0\0\1\0\0\0\0\0\0\0v\1\0\0\0\0\0\0\0n"
        "\1\0\0\0\0\0\0\0t"s);
  CHECK(encode(Welcome{6, "v"}) == "\x81\6\0\0\0\1\0\0\0\0\0\0\0v"s);
  CHECK(encode(Refused{"w", true}) == "\x82\1\0\0\0\0\0\0\0w\1"s);
}

TEST_CASE("a Hello without range is known by its bytes") {
  using namespace std::string_literals;
  CHECK(protocol_of_earlier("\0\4\0\0\0\5\0\0\0\0\0\0\0"s) == 4);
  CHECK_FALSE(protocol_of_earlier("\0\4\0\0"s));
  CHECK_FALSE(protocol_of_earlier(encode(Hello{})));
  CHECK(is_earlier_refusal("\2\3\0\0\0\0\0\0\0why\0"s));
  CHECK(is_earlier_refusal("\1\3\0\0\0\0\0\0\0why"s));
  CHECK_FALSE(is_earlier_refusal("\1\3\0\0\0\0\0\0\0why\0"s));
  CHECK_FALSE(is_earlier_refusal("SSH-2.0-OpenSSH_9.6"));
  CHECK_FALSE(is_earlier_refusal(encode(Refused{"why"})));
  CHECK(wire::refuse_earlier("why") == "\2\3\0\0\0\0\0\0\0why\0"s);
  CHECK(consortium::refuse_earlier("why") == "\1\3\0\0\0\0\0\0\0why"s);
}

}  // namespace fedltr::greeting_test
