#include "algorithms/silo/codec.hpp"

#include <doctest/doctest.h>

namespace fedltr::codec_test {
namespace {

struct Sizes {
  std::size_t outer = 0;
  std::size_t inner = 0;
};

struct Inner {
  std::uint8_t a = 0;
  std::uint16_t b = 0;
  auto fields(auto&& f) { return f(a, b); }
};

struct Message {
  std::uint32_t number = 0;
  std::array<std::uint8_t, 3> bytes{};
  std::optional<Inner> maybe;
  std::vector<Inner> counted;
  std::vector<std::vector<std::uint8_t>> nested;
  std::vector<std::uint16_t> tail;
  auto fields(auto&& f) {
    return f(number, bytes, maybe, counted,
             known(nested, &Sizes::outer, &Sizes::inner), rest(tail));
  }
};

Message sample() {
  return {
      7,       {1, 2, 3}, Inner{4, 5}, {{6, 7}, {8, 9}}, {{10, 11}, {12, 13}},
      {14, 15}};
}

struct Model {
  Vector values;
  auto fields(auto&& f) { return f(rest(values)); }
};

const ByteVector kSample = {7, 0, 0, 0, 1, 2, 3,  1,  4,  5,  0,  2, 0,  0, 0,
                            6, 7, 0, 8, 9, 0, 10, 11, 12, 13, 14, 0, 15, 0};

Message read(const ByteVector& bytes, Sizes sizes = {2, 2}) {
  return decode<Message>(bytes, sizes);
}

}  // namespace

TEST_CASE("fields follow each other without padding") {
  CHECK(encode(sample()) == kSample);
}

TEST_CASE("a message reads back from its bytes") {
  const Message message = read(kSample);
  CHECK(message.number == 7);
  CHECK(message.bytes[2] == 3);
  REQUIRE(message.maybe.has_value());
  CHECK(message.maybe->b == 5);
  REQUIRE(message.counted.size() == 2);
  CHECK(message.counted[1].a == 8);
  CHECK(message.nested ==
        std::vector<std::vector<std::uint8_t>>{{10, 11}, {12, 13}});
  CHECK(message.tail == std::vector<std::uint16_t>{14, 15});
}

TEST_CASE("an absent value is a byte, and anything but yes or no is refused") {
  Message message = sample();
  message.maybe.reset();
  ByteVector bytes = encode(message);
  CHECK(bytes.size() == kSample.size() - 3);
  CHECK_FALSE(read(bytes).maybe.has_value());
  bytes[7] = 2;
  CHECK_THROWS_WITH(read(bytes), "has a flag that is neither 0 nor 1");
}

TEST_CASE("sizes that are not sent are the reader's") {
  CHECK(read(kSample, {1, 2}).tail.size() == 3);
  CHECK(read(kSample, {0, 2}).nested.empty());
  CHECK_THROWS_AS(read(kSample, {5, 2}), std::invalid_argument);
}

TEST_CASE("half a number at the end is refused") {
  ByteVector bytes = kSample;
  bytes.push_back(1);
  CHECK_THROWS_WITH(read(bytes), "is longer than it should be");
}

TEST_CASE("a size beyond what arrived is refused without allocating it") {
  ByteVector bytes = kSample;
  for (std::size_t i = 11; i < 15; ++i) bytes[i] = 255;
  CHECK_THROWS_WITH(read(bytes), "is shorter than it should be");
  // Also where elements are numbers.
  CHECK_THROWS_AS(read(kSample, {1, ~std::size_t{0}}), std::invalid_argument);
}

TEST_CASE("every cut is refused but between numbers of the last field") {
  for (std::size_t size = 0; size < kSample.size(); ++size) {
    const ByteVector bytes(kSample.begin(),
                           kSample.begin() + std::ptrdiff_t(size));
    CAPTURE(size);
    if (size == 25 || size == 27)
      CHECK_NOTHROW(read(bytes));
    else
      CHECK_THROWS_AS(read(bytes), std::invalid_argument);
  }
}

TEST_CASE("vectors of numbers keep their bits") {
  const Model model{Vector{{1.5, -0.0, 1e-310}}};
  const ByteVector bytes = encode(model);
  REQUIRE(bytes.size() == 24);
  const Vector back = decode<Model>(bytes).values;
  REQUIRE(back.size() == 3);
  CHECK(std::signbit(back(1)));
  CHECK(back == model.values);
}

}  // namespace fedltr::codec_test
