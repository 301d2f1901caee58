#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// A list of short strings in one block of memory.
class Names {
 public:
  void push_back(std::string_view name) {
    text_.append(name);
    ends_.push_back(text_.size());
  }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

}  // namespace fedltr
