#include "app/data/convert/npy_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers of .npy files are read as they are in memory");

constexpr std::size_t kMaxHeader = 65536;
constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 40;

template <class Number>
double read_number(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof(number));
  return static_cast<double>(number);
}

struct NpyType {
  std::string_view name;
  std::size_t bytes;
  double (*read)(const char* bytes);
};

constexpr NpyType kNpyTypes[] = {{"<f8", 8, read_number<double>},
                                 {"<f4", 4, read_number<float>},
                                 {"<i8", 8, read_number<std::int64_t>},
                                 {"<i4", 4, read_number<std::int32_t>},
                                 {"<i2", 2, read_number<std::int16_t>},
                                 {"|i1", 1, read_number<std::int8_t>},
                                 {"<u8", 8, read_number<std::uint64_t>},
                                 {"<u4", 4, read_number<std::uint32_t>},
                                 {"<u2", 2, read_number<std::uint16_t>},
                                 {"|u1", 1, read_number<std::uint8_t>},
                                 {"|b1", 1, read_number<std::uint8_t>}};

/// Parses a header as Python writes it: {'descr': '<f8', 'fortran_order':
/// False, 'shape': (3, 4), }.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& file)
      : rest_(text), file_(file) {}

  NpyHeader parse() {
    expect('{');
    while (!take('}')) {
      const std::string key = word();
      expect(':');
      if (key == "descr")
        header_.type = word();
      else if (key == "fortran_order")
        header_.column_major = truth();
      else if (key == "shape")
        header_.shape = shape();
      else
        fail("key " + in_quotes(key));
      if (!take(',') && !rest_.starts_with('}')) fail("no ',' between keys");
    }
    if (!trim(rest_).empty()) fail("text behind its '}'");
    if (header_.type.empty()) fail("no 'descr'");
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(file_ + ": a header of .npy can't be read: " + what);
  }
  void skip_blanks() {
    rest_.remove_prefix(
        std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
  }
  bool take(char c) {
    skip_blanks();
    const bool there = rest_.starts_with(c);
    if (there) rest_.remove_prefix(1);
    skip_blanks();
    return there;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("expected '") + c + "'");
  }
  std::string word() {
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') expect(quote);
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) fail("a name without its quote");
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool truth() {
    for (const std::string_view name : {"True", "False"})
      if (rest_.starts_with(name)) {
        rest_.remove_prefix(name.size());
        return name.size() == 4;
      }
    fail("expected True or False");
  }
  std::vector<std::uint64_t> shape() {
    std::vector<std::uint64_t> sizes;
    expect('(');
    while (!take(')')) {
      const std::size_t digits =
          std::min(rest_.find_first_not_of("0123456789"), rest_.size());
      const auto size = parse_whole(rest_.substr(0, digits));
      if (!size || *size > kMaxRows) fail("a size that is none");
      sizes.push_back(*size);
      rest_.remove_prefix(digits);
      if (!take(',') && !rest_.starts_with(')')) fail("no ',' between sizes");
    }
    return sizes;
  }

  std::string_view rest_;
  const std::string& file_;
  NpyHeader header_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& file) {
  return HeaderParser(text, file).parse();
}

NpyFile::NpyFile(const std::string& name)
    : name_(shown_path(name)), input_(opened_path(name), Pipes::kAllowed) {
  const std::string_view start = bytes(8);
  if (!start.starts_with("\x93NUMPY"))
    fail("is no .npy file, which begins with \\x93NUMPY");
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3)
    fail(".npy version " + std::to_string(version) + "; 1 to 3 are known");
  const std::string_view size = bytes(version == 1 ? 2 : 4);
  const auto length = static_cast<std::size_t>(
      version == 1 ? read_number<std::uint16_t>(size.data())
                   : read_number<std::uint32_t>(size.data()));
  if (length > kMaxHeader)
    fail("its header of " + std::to_string(length) +
         " bytes is longer than the " + std::to_string(kMaxHeader) +
         " that are allowed");
  const NpyHeader header = parse_npy_header(bytes(length), name_);
  const auto* const type =
      std::ranges::find(kNpyTypes, header.type, &NpyType::name);
  if (type == std::end(kNpyTypes))
    fail("holds values of type " + in_quotes(header.type) +
         ", expected numbers such as <f8, <f4, <i8 or <i4 (little-endian)");
  if (header.shape.empty() || header.shape.size() > 2)
    fail("has " + std::to_string(header.shape.size()) +
         " dimensions, expected 1 or 2");
  rows_ = header.shape[0];
  if (header.shape.size() == 2) columns_ = header.shape[1];
  if (columns_ < 1 || columns_ > kMaxColumns)
    fail("has " + std::to_string(columns_) + " columns, expected 1 to " +
         std::to_string(kMaxColumns));
  if (header.column_major && header.shape.size() == 2 && columns_ > 1)
    fail("is in Fortran order; save numpy.ascontiguousarray(it)");
  number_bytes_ = type->bytes;
  number_ = type->read;
}

void NpyFile::fail(const std::string& what) const {
  throw DataError(name_ + ": " + what);
}

std::string_view NpyFile::bytes(std::size_t count) {
  bytes_.clear();
  while (bytes_.size() < count) {
    if (piece_.empty()) piece_ = input_.next();
    if (piece_.empty()) fail("is cut off: it ends before its last number");
    const std::size_t some = std::min(count - bytes_.size(), piece_.size());
    bytes_.append(piece_.data(), some);
    piece_ = piece_.subspan(some);
  }
  return bytes_;
}

void NpyFile::next(std::span<double> row) {
  const std::string_view text = bytes(row.size() * number_bytes_);
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = number_(text.data() + i * number_bytes_);
}

void NpyFile::end() {
  if (piece_.empty()) piece_ = input_.next();
  if (!piece_.empty()) fail("has data after its last number");
}

}  // namespace fedltr
