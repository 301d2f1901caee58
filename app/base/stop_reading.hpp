#pragma once

#include <stdexcept>

#include "actors/runtime/interrupt.hpp"

namespace fedltr {

/// Thrown by readers of files after Ctrl-C.
struct ReadingStopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// While it lives, a trigger ends the reading of files in all threads: a large
/// set takes minutes. There is one at a time.
class ReadingWatch {
 public:
  explicit ReadingWatch(Interrupt& interrupt);
  ~ReadingWatch();
  ReadingWatch(const ReadingWatch&) = delete;
  ReadingWatch& operator=(const ReadingWatch&) = delete;

 private:
  Interrupt& interrupt_;
};

/// For readers, before each piece of a file.
/// @throws ReadingStopped  after a trigger
void throw_if_stopped();

}  // namespace fedltr
