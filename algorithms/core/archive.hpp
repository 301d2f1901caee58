#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/linalg.hpp"
#include "algorithms/core/parameters.hpp"

namespace fedltr {

/// Thrown for bytes that no Archive wrote.
struct ArchiveError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Archive;

/// Types that exchange their members by a function of their own, because no
/// list of members will do: `void exchange(Archive& archive) { archive(a_, b_);
/// }`.
template <class T>
concept Exchangeable = requires(T& value, Archive& archive) {
  value.exchange(archive);
};

/// Writes values to bytes or reads them back, so that one list of members
/// (Described, or Exchangeable) does both. Numbers keep their bits. An
/// enumeration needs a function, found by its argument, that returns its last
/// value: `constexpr Task last_of(Task) { return Task::kAscent; }`. Input is
/// hostile: sizes are checked against the remaining bytes before memory is
/// allocated.
class Archive {
 public:
  /// Constructs an archive that writes.
  Archive() = default;
  /// Constructs an archive that reads.
  /// @param bytes  must outlive it
  explicit Archive(std::string_view bytes) : left_(bytes), reading_(true) {}

  bool reading() const { return reading_; }

  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

  /// Returns the bytes written.
  std::string take() { return std::move(written_); }

  /// @throws ArchiveError  while reading, unless `holds`
  void expect(bool holds, const char* what) const {
    if (reading_ && !holds) throw ArchiveError(what);
  }
  /// Checks that all bytes were read; call it at the end.
  void finish() const { expect(left_.empty(), "more data than expected"); }

 private:
  template <class T>
  void one(T& value) {
    if constexpr (std::same_as<T, bool>) {
      std::uint8_t byte = value;
      raw(&byte, 1);
      expect(byte <= 1, "a number that is neither 0 nor 1");
      value = byte != 0;
    } else if constexpr (std::is_arithmetic_v<T>) {
      raw(&value, sizeof value);
    } else if constexpr (std::is_enum_v<T>) {
      using Number = std::underlying_type_t<T>;
      static_assert(std::is_unsigned_v<Number>);
      auto number = static_cast<Number>(value);
      raw(&number, sizeof number);
      expect(number <= static_cast<Number>(last_of(T{})),
             "a number that names no value of an enumeration");
      value = static_cast<T>(number);
    } else if constexpr (Described<T>) {
      value.fields(*this);
    } else {
      exchange(value);
    }
  }

  template <Exchangeable T>
  void exchange(T& value) {
    value.exchange(*this);
  }
  template <class T>
  void exchange(std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T>) {
      values.resize(count(values.size(), sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      sequence(values);
    }
  }
  template <class T>
  void exchange(std::deque<T>& values) {
    sequence(values);
  }
  template <class Key, class T>
  void exchange(std::map<Key, T>& values) {
    const std::size_t size = count(values.size(), 1);
    if (!reading_) {
      for (auto& [key, value] : values) {
        Key copy = key;
        (*this)(copy, value);
      }
      return;
    }
    values.clear();
    for (std::size_t i = 0; i < size; ++i) {
      Key key{};
      one(key);
      expect(values.empty() || values.rbegin()->first < key,
             "keys that do not ascend");
      one(values[key]);
    }
  }
  /// Exchanges the index of the alternative, then its value.
  template <class... T>
  void exchange(std::variant<T...>& value) {
    static_assert(sizeof...(T) < 256);
    std::uint8_t place = value.index();
    one(place);
    expect(place < sizeof...(T), "a number that names no alternative");
    if (reading_) emplace(value, place, std::index_sequence_for<T...>());
    std::visit([this](auto& each) { this->one(each); }, value);
  }
  template <class Variant, std::size_t... I>
  static void emplace(Variant& value, std::size_t place,
                      std::index_sequence<I...>) {
    static_cast<void>(
        ((place == I && (value.template emplace<I>(), true)) || ...));
  }
  void exchange(std::vector<bool>& values);
  void exchange(std::string& text);
  template <class Derived>
  void exchange(Eigen::PlainObjectBase<Derived>& values) {
    std::uint32_t rows = values.rows();
    std::uint32_t columns = values.cols();
    one(rows);
    one(columns);
    expect(Derived::ColsAtCompileTime != 1 || columns == 1, "no vector");
    expect(columns == 0 || rows <= left_.size() / sizeof(double) / columns,
           "a matrix is larger than the rest");
    if (reading_) values.resize(rows, columns);
    raw(values.data(), values.size() * sizeof(double));
  }
  void exchange(Parameters& parameters);

  /// Grows as elements are read, so that a wrong size can't allocate memory.
  template <class Sequence>
  void sequence(Sequence& values) {
    const std::size_t size = count(values.size(), 1);
    if (!reading_) {
      for (auto& value : values) one(value);
      return;
    }
    values.clear();
    for (std::size_t i = 0; i < size; ++i) one(values.emplace_back());
  }

  /// @param min_bytes  minimum size of an element
  std::size_t count(std::size_t size, std::size_t min_bytes);

  void raw(void* bytes, std::size_t size);

  std::string written_;
  std::string_view left_;  ///< to be read
  bool reading_ = false;
};

/// The bytes of one value.
template <class T>
std::string archived(T& value) {
  Archive archive;
  archive(value);
  return archive.take();
}

/// Reads a value from its bytes. @throws ArchiveError  for any other bytes
template <class T>
T unarchived(std::string_view bytes) {
  T value{};
  Archive archive(bytes);
  archive(value);
  archive.finish();
  return value;
}

}  // namespace fedltr
