#include "algorithms/silo/bytes.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::bytes_test {
namespace {

const char* const kShort = "is shorter than it should be";

}  // namespace

TEST_CASE("numbers follow each other, the lowest byte first") {
  ByteWriter writer;
  writer.put(std::uint8_t{1});
  writer.put(std::uint32_t{0x05040302});
  writer.put_all(std::vector<std::uint16_t>{0x0706, 0x0908});
  writer.put_all(std::vector<double>());
  CHECK(writer.take() == ByteVector{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(writer.take().empty());
}

TEST_CASE("written bytes read back with the same bits, to the end") {
  const std::vector<double> numbers = {-0.0, 5e-324, std::nan(""),
                                       -std::numeric_limits<double>::max()};
  ByteWriter writer;
  writer.put(std::int64_t{-7});
  writer.put_all(numbers);
  const ByteVector bytes = writer.take();
  ByteReader reader(bytes);
  CHECK(reader.get<std::int64_t>() == -7);
  CHECK(reader.left() == 32);
  CHECK_THROWS_WITH(reader.end(), "is longer than it should be");
  const auto back = reader.get_all<double>(4);
  CHECK(std::memcmp(back.data(), numbers.data(), 32) == 0);
  CHECK_NOTHROW(reader.end());
  CHECK(reader.get_all<double>(0).empty());
  CHECK_THROWS_WITH(reader.get<std::uint8_t>(), kShort);
}

TEST_CASE("a reader that was refused something still has it") {
  const ByteVector bytes = {1, 2, 3};
  ByteReader reader(bytes);
  CHECK_THROWS_WITH(reader.get<std::uint32_t>(), kShort);
  CHECK_THROWS_WITH(reader.get_all<std::uint16_t>(2), kShort);
  CHECK(reader.left() == 3);
  CHECK(reader.get<std::uint16_t>() == 0x0201);
}

TEST_CASE("a count whose bytes overflow asks for no memory") {
  const ByteVector bytes(16);
  for (const std::size_t count :
       {std::size_t{3}, std::size_t{1} << 61, (std::size_t{1} << 61) + 2,
        ~std::size_t{0}}) {
    ByteReader reader(bytes);
    CHECK_THROWS_WITH(reader.get_all<double>(count), kShort);
    CHECK(reader.left() == 16);
  }
}

TEST_CASE("any cut into numbers and lists reads the same") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<std::uint32_t> numbers(rng.below(20));
    for (auto& number : numbers) number = static_cast<std::uint32_t>(rng());
    ByteWriter writer;
    writer.put_all(numbers);
    const ByteVector bytes = writer.take();
    ByteReader reader(bytes);
    std::vector<std::uint32_t> back;
    while (reader.left() > 0) {
      const std::size_t count = rng.below(reader.left() / 4 + 1);
      if (count == 0) back.push_back(reader.get<std::uint32_t>());
      for (const auto number : reader.get_all<std::uint32_t>(count))
        back.push_back(number);
    }
    CHECK(back == numbers);
  }
}

}  // namespace fedltr::bytes_test
