#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "app/base/files.hpp"

namespace fedltr {

/// Turns carriage returns that stand alone, the line ends of old Macs, into
/// line feeds, in a text that comes in pieces. To a reader of lines such a file
/// is a single one, of which all behind the first '#' would be lost.
class LineEnds {
 public:
  using Feed = std::function<void(std::string_view)>;

  /// Passes a piece on, changed in place; a carriage return at its end waits
  /// for what follows.
  void feed(std::span<char> piece, const Feed& pass_on);
  /// Ends the text.
  void finish(const Feed& pass_on);

  /// Number of carriage returns that stood alone.
  std::uint64_t changed() const { return changed_; }

 private:
  void pass_on_waiting(char next, const Feed& pass_on);

  bool waiting_ = false;  ///< a carriage return
  std::uint64_t changed_ = 0;
};

/// Passes a text on like that, and tells the user if it changed any.
/// @param name  for the message
void read_lines(PackedFile& input, const std::string& name,
                const LineEnds::Feed& pass_on);

}  // namespace fedltr
