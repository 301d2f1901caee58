#pragma once

#include <iostream>
#include <sstream>
#include <string>

namespace fedltr::test {

/// Captures standard error while it lives.
class Notes {
 public:
  Notes() : before_(std::cerr.rdbuf(text_.rdbuf())) {}
  ~Notes() { std::cerr.rdbuf(before_); }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

}  // namespace fedltr::test
