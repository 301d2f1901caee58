// Bytes of protocol buffers, from protobuf.dev's guide to the encoding.
#include "app/models/export/protobuf.hpp"

#include <doctest/doctest.h>

namespace fedltr::protobuf_test {
using namespace std::string_literals;

TEST_CASE("protocol buffers are encoded as their guide shows") {
  CHECK(ProtobufMessage().number(1, 150).bytes() == "\x08\x96\x01");
  CHECK(ProtobufMessage().text(2, "testing").bytes() == "\x12\x07testing");
  const ProtobufMessage inner = ProtobufMessage().number(1, 150);
  CHECK(ProtobufMessage().message(3, inner).bytes() == "\x1a\x03\x08\x96\x01");
}

TEST_CASE("field numbers above 15 and large numbers take more bytes") {
  CHECK(ProtobufMessage().number(20, 2).bytes() == "\xa0\x01\x02");
  CHECK(ProtobufMessage().number(1, 127).bytes() == "\x08\x7f");
  CHECK(ProtobufMessage().number(1, 128).bytes() == "\x08\x80\x01");
  CHECK(ProtobufMessage().number(1, 0).bytes() == "\x08\0"s);
  CHECK(ProtobufMessage().number(1, ~std::uint64_t{0}).bytes() ==
        "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  const std::string long_text(300, 'x');
  CHECK(ProtobufMessage().text(1, long_text).bytes() ==
        "\x0a\xac\x02" + long_text);
}

}  // namespace fedltr::protobuf_test
