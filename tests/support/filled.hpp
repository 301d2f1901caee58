#pragma once

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "algorithms/core/archive.hpp"

namespace fedltr::test {

/// Sets every member to a value other than its default: numbers that differ
/// from each other, reals that are hard to transmit, lists of two.
class Filler {
 public:
  template <class... T>
  void operator()(T&... values) {
    (fill(values), ...);
  }

 private:
  template <class T>
  void fill(T& value) {
    if constexpr (std::is_same_v<T, bool>)
      value = true;
    else if constexpr (std::is_same_v<T, double>)
      value = next_real();
    else if constexpr (std::is_arithmetic_v<T>)
      value = static_cast<T>(++count_);
    else if constexpr (std::is_enum_v<T>)
      value = last_of(T{});
    else if constexpr (std::is_same_v<T, Parameters>)
      value = Parameters(Vector{{next_real(), next_real(), next_real()}});
    else if constexpr (std::is_same_v<T, Vector>)
      value = Vector{{next_real(), next_real()}};
    else if constexpr (std::is_same_v<T, std::string>)
      value = std::string("a\0b", 3) + std::to_string(++count_);
    else if constexpr (Described<T>)
      value.fields(*this);
    else
      fill_list(value);
  }
  template <class T>
  void fill_list(std::vector<T>& values) {
    values.resize(2);
    for (T& each : values) fill(each);
  }
  template <class... T>
  void fill_list(std::variant<T...>& value) {
    using Last = std::tuple_element_t<sizeof...(T) - 1, std::tuple<T...>>;
    fill(value.template emplace<Last>());
  }
  double next_real() {
    const double reals[] = {0.25,
                            -0.0,
                            std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN(),
                            5e-324,
                            -1e308};
    return reals[++count_ % 6];
  }

  std::uint32_t count_ = 0;
};

template <Described T>
T filled() {
  T value;
  value.fields(Filler{});
  return value;
}

/// Calls `check` with a filled message of each type.
template <class... Message, class Check>
void for_each_filled(TypeList<Message...>, const Check& check) {
  const auto check_one = [&]<class One>(One message) {
    CAPTURE(One::kName);
    check(std::move(message));
  };
  (check_one(filled<Message>()), ...);
}

/// Checks that an archive of a value reads back the same, that shorter and
/// longer ones are rejected, and that an archive with a wrong byte is either
/// rejected or read back to exactly its bytes.
template <class T>
void check_archive(T value) {
  const std::string bytes = archived(value);
  T back = unarchived<T>(bytes);
  CHECK(archived(back) == bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_THROWS_AS(unarchived<T>(bytes.substr(0, size)), ArchiveError);
  CHECK_THROWS_AS(unarchived<T>(bytes + '\0'), ArchiveError);
  for (std::size_t place = 0; place < bytes.size(); ++place)
    for (const char wrong : {'\x00', '\x01', '\x7f', '\xff'}) {
      std::string damaged = bytes;
      damaged[place] = wrong;
      try {
        T other = unarchived<T>(damaged);
        CHECK(archived(other) == damaged);
      } catch (const ArchiveError&) {
      }
    }
}

}  // namespace fedltr::test
