#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithms/core/require.hpp"

namespace fedltr {

/// A message as bytes.
using ByteVector = std::vector<std::uint8_t>;

/// Writes numbers one after another, as they are in memory (little endian; the
/// sender asserts this).
class ByteWriter {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t place = bytes_.size();
    bytes_.resize(place + sizeof(T));
    std::memcpy(bytes_.data() + place, &value, sizeof(T));
  }
  /// Omits the number of values: the reader knows it.
  template <class T>
  void put_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t place = bytes_.size();
    bytes_.resize(place + values.size_bytes());
    if (!values.empty())
      std::memcpy(bytes_.data() + place, values.data(), values.size_bytes());
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put_all(std::span<const T>(values));
  }

  ByteVector take() { return std::move(bytes_); }

 private:
  ByteVector bytes_;
};

/// Counts the bytes that a ByteWriter would write.
class ByteCounter {
 public:
  template <class T>
  void put(T) {
    bytes_ += sizeof(T);
  }
  template <class T>
  void put_all(std::span<const T> values) {
    bytes_ += values.size_bytes();
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put_all(std::span<const T>(values));
  }
  std::size_t take() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

/// Reads a received message. Allocates nothing before its bytes have arrived.
/// All functions throw std::invalid_argument if bytes are missing, end() if
/// bytes are left over.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    T value{};
    std::memcpy(&value, take(1, sizeof(T)), sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> get_all(std::size_t count) {
    const std::uint8_t* from = take(count, sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), from, count * sizeof(T));
    return values;
  }
  template <class T>
  void get_all(std::span<T> values) {
    const std::uint8_t* from = take(values.size(), sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), from, values.size_bytes());
  }
  std::span<const std::uint8_t> get_bytes(std::size_t count) {
    return {take(count, 1), count};
  }
  std::size_t left() const { return bytes_.size(); }
  void end() const { require(bytes_.empty(), "is longer than it should be"); }

 private:
  const std::uint8_t* take(std::size_t count, std::size_t size) {
    require(count <= bytes_.size() / size, "is shorter than it should be");
    const std::uint8_t* const from = bytes_.data();
    bytes_ = bytes_.subspan(count * size);
    return from;
  }

  std::span<const std::uint8_t> bytes_;
};

}  // namespace fedltr
