#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace fedltr::test {

/// A .npy text, as numpy.save writes it.
template <class Number>
std::string npy(const std::string& type, const std::string& shape,
                const std::vector<Number>& numbers, int version = 1,
                const std::string& order = "False") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + order +
                       ", 'shape': " + shape + ", }";
  const std::size_t start = version == 1 ? 10 : 12;
  header.append(63 - (start + header.size()) % 64, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  const auto size = static_cast<std::uint32_t>(header.size());
  text.append(reinterpret_cast<const char*>(&size), version == 1 ? 2 : 4);
  text += header;
  for (const Number number : numbers) {
    std::array<char, sizeof(Number)> bytes{};
    std::memcpy(bytes.data(), &number, sizeof(Number));
    text.append(bytes.data(), bytes.size());
  }
  return text;
}

}  // namespace fedltr::test
