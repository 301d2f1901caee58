#include "app/base/text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace fedltr {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return number;
}

}  // namespace

std::string trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return std::string(
      text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  if (trim(text).empty()) return pieces;
  while (true) {
    const std::size_t at = text.find(separator);
    pieces.push_back(trim(text.substr(0, at)));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  return parse<std::uint64_t>(text);
}

std::optional<WholeRange> parse_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_whole(trim(text.substr(0, dash)));
  const auto last = dash == std::string_view::npos
                        ? first
                        : parse_whole(trim(text.substr(dash + 1)));
  if (!first || !last || *first > *last) return std::nullopt;
  return WholeRange{*first, *last};
}

std::optional<std::uint64_t> parse_hex(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::optional<double> parse_real(std::string_view text) {
  const auto number = parse<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string exact(double number) {
  if (std::isnan(number)) return "nan";  // without a sign
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string without_controls(std::string text) {
  for (char& each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if ((byte < ' ' && each != '\n' && each != '\t') || byte == 0x7F)
      each = '?';
  }
  return text;
}

}  // namespace fedltr
