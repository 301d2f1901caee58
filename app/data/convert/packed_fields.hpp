#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace fedltr {

/// Writes texts and numbers as bytes, for records of this process only.
class FieldWriter {
 public:
  void number(std::uint64_t value);
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view value);

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

/// Reads what FieldWriter wrote, in the same order.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number();
  double real() { return std::bit_cast<double>(number()); }
  std::string text();
  bool done() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

}  // namespace fedltr
