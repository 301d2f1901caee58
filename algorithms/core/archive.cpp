#include "algorithms/core/archive.hpp"

#include <cstring>

namespace fedltr {

void Archive::exchange(std::vector<bool>& values) {
  values.resize(count(values.size(), 1));
  for (std::vector<bool>::reference each : values) {
    bool value = each;
    one(value);
    each = value;
  }
}

void Archive::exchange(std::string& text) {
  text.resize(count(text.size(), 1));
  raw(text.data(), text.size());
}

void Archive::exchange(Parameters& parameters) {
  Vector values = parameters.view();
  exchange(values);
  if (reading_) parameters = Parameters(values);
}

std::size_t Archive::count(std::size_t size, std::size_t min_bytes) {
  std::uint64_t number = size;
  one(number);
  expect(number <= left_.size() / min_bytes, "a list is longer than the rest");
  return number;
}

void Archive::raw(void* bytes, std::size_t size) {
  if (size == 0) return;
  if (!reading_) {
    written_.append(static_cast<const char*>(bytes), size);
    return;
  }
  expect(size <= left_.size(), "it ends too early");
  std::memcpy(bytes, left_.data(), size);
  left_.remove_prefix(size);
}

}  // namespace fedltr
