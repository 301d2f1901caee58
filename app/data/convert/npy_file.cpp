#include "app/data/convert/npy_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include <Eigen/Core>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/text/utf8.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/npz_array.hpp"
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

double read_half(const char* bytes) {
  Eigen::half half;
  std::memcpy(&half, bytes, sizeof(half));
  return static_cast<double>(static_cast<float>(half));
}

constexpr NpyType kNpyTypes[] = {{"<f8", 8, read_number<double>},
                                 {"<f4", 4, read_number<float>},
                                 {"<f2", 2, read_half},
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
        header_.type = type();
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
  std::string type() {
    if (rest_.starts_with('['))
      throw DataError(file_ +
                      ": holds records of several fields; save one matrix, as "
                      "DataFrame.to_numpy() gives it, or "
                      "numpy.lib.recfunctions.structured_to_unstructured(X)");
    return word();
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

/// Returns a function that reads a file that a user names, in pieces.
std::function<std::span<char>()> pieces_of(const std::string& name) {
  if (const auto array = npz_name(name))
    return
        [input = std::make_shared<NpzArray>(*array)] { return input->next(); };
  return [input = std::make_shared<PackedFile>(
              opened_path(name), Pipes::kAllowed)] { return input->next(); };
}

/// Returns the little-endian type that keeps all digits of another.
std::string little_endian(const std::string& type) {
  const bool is_whole = type.size() > 2 && (type[1] == 'i' || type[1] == 'u');
  return is_whole ? "<" + type.substr(1) : "<f8";
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& file) {
  return HeaderParser(text, file).parse();
}

NpyFile::NpyFile(const std::string& name, NpyTexts texts)
    : name_(shown_path(name)), next_piece_(pieces_of(name)) {
  const NpyHeader header = read_header();
  if (header.shape.empty() || header.shape.size() > 2)
    fail("has " + std::to_string(header.shape.size()) +
         " dimensions, expected 1 or 2");
  rows_ = header.shape[0];
  if (header.shape.size() == 2) columns_ = header.shape[1];
  if (columns_ < 1 || columns_ > kMaxColumns)
    fail("has " + std::to_string(columns_) + " columns, expected 1 to " +
         std::to_string(kMaxColumns));
  column_major_ = header.column_major && columns_ > 1;
  find_type(header.type, texts);
}

NpyHeader NpyFile::read_header() {
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
  return parse_npy_header(bytes(length), name_);
}

/// Finds how values are read; `<U5` has texts of 5 characters of 4 bytes, `|S5`
/// of 5 bytes.
void NpyFile::find_type(const std::string& type, NpyTexts texts) {
  const auto* const found = std::ranges::find(kNpyTypes, type, &NpyType::name);
  if (found != std::end(kNpyTypes)) {
    value_bytes_ = found->bytes;
    number_ = found->read;
    return;
  }
  if (type == "|O")
    fail(
        "holds Python objects; save numbers by X.astype('float64'), texts by "
        "X.astype('str')");
  has_wide_texts_ = type.starts_with("<U");
  const auto size = has_wide_texts_ || type.starts_with("|S")
                        ? parse_whole(std::string_view(type).substr(2))
                        : std::nullopt;
  if (!size)
    fail("holds values of type " + in_quotes(type) +
         ", expected numbers such as <f8, <f4, <i8 or <i4 (little-endian), as "
         "X.astype('" +
         little_endian(type) + "') makes them");
  if (texts == NpyTexts::kRefused || columns_ != 1)
    fail("holds texts of type " + in_quotes(type) +
         "; only --query-ids and --labels may hold texts, in one column");
  if (*size < 1 || *size > kMaxTextBytes / 4)
    fail("texts of " + std::to_string(*size) + " characters, expected 1 to " +
         std::to_string(kMaxTextBytes / 4));
  value_bytes_ = *size * (has_wide_texts_ ? 4 : 1);
}

void NpyFile::fail(const std::string& what) const {
  throw DataError(name_ + ": " + what);
}

std::string_view NpyFile::bytes(std::size_t count) {
  bytes_.clear();
  while (bytes_.size() < count) {
    if (piece_.empty()) piece_ = next_piece_();
    if (piece_.empty()) fail("is cut off: it ends before its last number");
    const std::size_t some = std::min(count - bytes_.size(), piece_.size());
    bytes_.append(piece_.data(), some);
    piece_ = piece_.subspan(some);
  }
  return bytes_;
}

void NpyFile::next(std::span<double> row) {
  if (column_major_ && row_ == 0 && rows_ > 0) {
    bytes(rows_ * columns_ * value_bytes_);
    columns_bytes_.swap(bytes_);
  }
  const char* at = column_major_ ? columns_bytes_.data() + row_ * value_bytes_
                                 : bytes(row.size() * value_bytes_).data();
  const std::uint64_t step = column_major_ ? rows_ : 1;
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = number_(at + i * step * value_bytes_);
  ++row_;
}

std::string NpyFile::next_text() {
  const std::string_view all = bytes(value_bytes_);
  if (!has_wide_texts_)  // padded with zeros
    return std::string(all.substr(0, all.find('\0')));
  std::string text;
  for (std::size_t at = 0; at < all.size(); at += 4) {
    char32_t character = 0;
    std::memcpy(&character, all.data() + at, sizeof(character));
    if (character == 0) break;
    const bool is_one =
        character < 0xD800 || (character >= 0xE000 && character <= 0x10FFFF);
    append_utf8(text, is_one ? character : kNoCharacter);
  }
  return text;
}

void NpyFile::end() {
  if (piece_.empty()) piece_ = next_piece_();
  if (!piece_.empty()) fail("has data after its last number");
}

}  // namespace fedltr
