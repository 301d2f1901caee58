#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/files.hpp"

namespace fedltr {

/// Header of a .npy file (NumPy's NEP 1, versions 1.0 to 3.0).
struct NpyHeader {
  std::string type;  ///< "<f8"
  bool column_major = false;
  std::vector<std::uint64_t> shape;
};

/// Parses the Python dictionary of a header.
/// @throws DataError  with the file
NpyHeader parse_npy_header(std::string_view text, const std::string& file);

/// An array of numbers with one or two dimensions in a .npy file, read row by
/// row. Accepts little-endian numbers in C order. Memory is bounded by one row,
/// whatever the header claims.
/// @throws DataError  with the file, for any other contents
class NpyFile {
 public:
  static constexpr std::uint64_t kMaxColumns = 65535;

  explicit NpyFile(const std::string& name);

  std::uint64_t rows() const { return rows_; }
  /// Number of columns; 1 for an array of one dimension.
  std::uint64_t columns() const { return columns_; }
  /// Reads the next row's numbers.
  void next(std::span<double> row);
  /// Throws if anything follows the last row.
  void end();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string_view bytes(std::size_t count);

  std::string name_;
  PackedFile input_;
  std::span<char> piece_;  ///< unread part
  std::string bytes_;
  std::size_t number_bytes_ = 0;
  double (*number_)(const char* bytes) = nullptr;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 1;
};

}  // namespace fedltr
