// Values that CAF writes, reads and prints by their own description.
#include "actors/protocol/inspect.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"

// CAF looks for inspect() in this namespace.
namespace fedltr {

struct InspectedInner {
  double real = 0;

  template <class F>
  auto fields(F&& f) {
    return f(real);
  }
};

struct InspectedOuter {
  static constexpr const char* kName = "InspectedOuter";
  std::uint32_t number = 0;
  std::vector<double> reals;
  std::vector<InspectedInner> inner;

  template <class F>
  auto fields(F&& f) {
    return f(number, reals, inner);
  }
};

}  // namespace fedltr

namespace fedltr::inspect_test {
namespace {

std::vector<double> hard_reals() {
  return {std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN(),
          -0.0,
          5e-324,
          1.7e308};
}

/// Writes a value and reads it back.
template <class T>
caf::error pass(caf::actor_system& system, T sent, T& read) {
  std::vector<char> bytes;
  caf::binary_serializer sink{system, bytes};
  REQUIRE_FALSE(sink(sent));
  caf::binary_deserializer source{system, bytes};
  return source(read);
}

}  // namespace

TEST_CASE_FIXTURE(test::DetFixture, "reals keep their bits through CAF") {
  InspectedOuter sent{7, hard_reals(), {}};
  for (const double real : hard_reals()) sent.inner.push_back({real});
  InspectedOuter read;
  REQUIRE_FALSE(pass(sys, sent, read));
  CHECK(read.number == 7);
  REQUIRE(read.reals.size() == 6);
  REQUIRE(read.inner.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(bits_of(read.reals[i]) == bits_of(sent.reals[i]));
    CHECK(bits_of(read.inner[i].real) == bits_of(sent.reals[i]));
  }
}

TEST_CASE_FIXTURE(test::DetFixture, "parameters keep their bits through CAF") {
  const std::vector<double> reals = hard_reals();
  const Parameters sent(Eigen::Map<const Vector>(reals.data(), 6));
  Parameters read(Vector::Ones(2));
  REQUIRE_FALSE(pass(sys, sent, read));
  REQUIRE(read.size() == 6);
  for (Index i = 0; i < 6; ++i)
    CHECK(bits_of(read.view()(i)) == bits_of(sent.view()(i)));
  REQUIRE_FALSE(pass(sys, Parameters(), read));
  CHECK(read.size() == 0);
}

TEST_CASE_FIXTURE(test::DetFixture,
                  "more parameters than came, or than may come, are refused") {
  for (const std::uint32_t claimed :
       {2U, kMaxParameters, kMaxParameters + 1, 0xffffffffU}) {
    std::vector<char> bytes;
    caf::binary_serializer sink{sys, bytes};
    std::uint32_t size = claimed;
    std::uint64_t only_one = 0;
    REQUIRE_FALSE(sink(size, only_one));
    caf::binary_deserializer source{sys, bytes};
    Parameters read;
    CHECK(source(read));
    CHECK(read.size() == 0);
  }
}

TEST_CASE("a message is printed by its name, with its values") {
  const InspectedOuter outer{7, {0.5}, {{1.5}}};
  const std::string text = caf::deep_to_string(outer);
  CHECK(text.find("InspectedOuter(7, [0.5") == 0);
  CHECK(text.find("1.5") != std::string::npos);
  CHECK(caf::deep_to_string(Parameters(Vector::Ones(3))) == "parameters(3)");
}

}  // namespace fedltr::inspect_test
