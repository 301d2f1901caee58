#include "algorithms/silo/packed_values.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::packed_values_test {
namespace {

template <class Number>
ByteVector packed(const std::vector<Number>& values) {
  ByteWriter writer;
  pack(std::span<const Number>(values), writer);
  return writer.take();
}

template <class Number>
std::vector<Number> unpacked(const ByteVector& bytes, std::size_t count) {
  ByteReader reader(bytes);
  std::vector<Number> values(count);
  unpack(reader, std::span(values));
  reader.end();
  return values;
}

/// Size of the packed values; checks that they read back bit by bit, and are
/// counted right.
template <class Number>
std::size_t size_of(const std::vector<Number>& values) {
  const ByteVector bytes = packed(values);
  ByteCounter counter;
  pack(std::span<const Number>(values), counter);
  CHECK(counter.take() == bytes.size());
  const auto back = unpacked<Number>(bytes, values.size());
  CHECK(std::memcmp(back.data(), values.data(),
                    values.size() * sizeof(Number)) == 0);
  return bytes.size();
}

/// Integers below `different`, less 2, with a draw that all share.
template <class Number>
std::vector<Number> noisy(std::size_t count, std::uint64_t different,
                          double draw, std::uint32_t stream) {
  Rng rng(stream, Purpose::kTest);
  std::vector<Number> values(count);
  for (Number& value : values)
    value = static_cast<Number>(
        (static_cast<double>(rng.below(different)) - 2) + draw);
  return values;
}

template <class Number>
void check_noisy() {
  Rng rng(1, Purpose::kTest);
  for (std::uint32_t trial = 0; trial < 400; ++trial)
    for (const std::uint64_t different : {1, 2, 7, 60}) {
      const double draw = std::ldexp(rng.normal(), trial % 40 - 20);
      const std::size_t size =
          size_of(noisy<Number>(30, different, draw, trial));
      // A form, the number, its slot, two bits a slot and six bits a value.
      CHECK(size <= 1 + sizeof(Number) + 1 + 16 + 23);
    }
}

}  // namespace

TEST_CASE("counts with a draw that they share come back bit by bit") {
  for (const std::string_view name : register_names()) {
    use_registers(name);
    check_noisy<double>();
    check_noisy<float>();
  }
}

TEST_CASE("packed numbers are a tenth of their bytes") {
  // A form and the number; and a slot, three bits each; no roundings.
  CHECK(size_of(std::vector<double>(30, 0.1)) == 9);
  CHECK(packed(std::vector<double>{0, 3, 1, 0}) ==
        ByteVector{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1c});
  CHECK(packed(std::vector<float>{-2, -3}) ==
        ByteVector{1, 0, 0, 0, 0xc0, 1, 0x01});
}

TEST_CASE("the same bytes on all registers") {
  for (std::uint32_t stream = 0; stream < 50; ++stream) {
    const auto values = noisy<double>(1 + stream, 9, 0.5 - stream, stream);
    use_registers("baseline");
    const ByteVector expected = packed(values);
    for (const std::string_view name : register_names()) {
      use_registers(name);
      CHECK(packed(values) == expected);
    }
  }
}

TEST_CASE("numbers of any kind come back bit by bit") {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  CHECK(size_of(std::vector<double>{300, -5, 32767, -32768}) == 1 + 2 * 4);
  CHECK(size_of(std::vector<double>{32768, 0}) == 1 + 8 * 2);
  CHECK(size_of(std::vector<float>{-700, 1}) == 1 + 2 * 2);
  size_of(std::vector<double>{-0.0, 0.0});
  size_of(std::vector<double>{-0.0, -0.0});
  CHECK(size_of(std::vector<double>{-0.0}) == 8);  // one stands alone
  CHECK(size_of(std::vector<float>{0.5F}) == 4);
  size_of(std::vector<double>{0.5, 1.25, 3});
  size_of(std::vector<double>{kFar, 1});
  size_of(std::vector<double>{1, std::nan("")});
  size_of(std::vector<double>{-kFar, kFar, 0x1p-1074, 1e308, -1e308});
  size_of(std::vector<float>{std::nanf(""), 3});
  size_of(std::vector<double>(4096, -1.5));
  size_of(noisy<double>(4096, 64, 0.3, 1));
  CHECK_THROWS_AS(packed(std::vector<double>()), std::invalid_argument);
  CHECK_THROWS_AS(packed(std::vector<double>(4097)), std::invalid_argument);
}

TEST_CASE("an invalid group is refused") {
  const auto refused = [](ByteVector bytes, std::size_t count) {
    CHECK_THROWS_AS(unpacked<double>(bytes, count), std::invalid_argument);
  };
  refused({}, 1);
  refused({0, 1, 2}, 1);                          // not an integer
  refused({7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 2);  // seven bits
  refused({16, 0, 0, 0, 0, 0, 0, 0, 0}, 2);       // no form
  refused({1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0}, 2);  // its slot is none
  refused({1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 2);     // no slots
  refused({8, 0, 0, 0, 0, 0, 0, 0, 0, 3}, 2);     // rounding 3
  refused({0xff, 0, 0, 0, 0, 0, 0, 0, 0}, 2);     // one of two
  refused({0xfe, 0, 0, 0}, 2);
}

}  // namespace fedltr::packed_values_test
