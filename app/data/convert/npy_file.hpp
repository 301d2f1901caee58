#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

enum class NpyTexts : bool { kRefused, kAllowed };

/// An array of numbers, or of texts, with one or two dimensions in a .npy file,
/// or in an archive (NpzName), read row by row. Accepts little-endian values.
/// Memory is bounded by one row, whatever the header claims; an array in
/// Fortran order is held in memory.
/// @throws DataError  with the file, for any other contents
class NpyFile {
 public:
  static constexpr std::uint64_t kMaxColumns = 65535;
  /// Maximum bytes of a text.
  static constexpr std::uint64_t kMaxTextBytes = 65536;

  explicit NpyFile(const std::string& name,
                   NpyTexts texts = NpyTexts::kRefused);

  std::uint64_t rows() const { return rows_; }
  /// Number of columns; 1 for an array of one dimension.
  std::uint64_t columns() const { return columns_; }
  /// True if it holds texts.
  bool has_texts() const { return number_ == nullptr; }
  /// Reads the next row's numbers.
  void next(std::span<double> row);
  /// Reads the next row of one text, as UTF-8.
  std::string next_text();
  /// Throws if anything follows the last row.
  void end();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string_view bytes(std::size_t count);
  NpyHeader read_header();
  void find_type(const std::string& type, NpyTexts texts);

  std::string name_;
  std::function<std::span<char>()> next_piece_;  ///< empty at the end
  std::span<char> piece_;                        ///< unread part
  std::string bytes_;
  std::size_t value_bytes_ = 0;
  double (*number_)(const char* bytes) = nullptr;  ///< nullptr: texts
  bool has_wide_texts_ = false;                    ///< four bytes a character
  bool column_major_ = false;
  std::string columns_bytes_;  ///< all values, if column_major_
  std::uint64_t row_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 1;
};

}  // namespace fedltr
