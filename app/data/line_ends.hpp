#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "app/base/files.hpp"

namespace fedltr {

/// Turns single carriage returns, the line ends of old Macs, into line feeds,
/// in a text that arrives in pieces. Otherwise a reader would see a single line
/// and lose everything after the first '#'.
class LineEnds {
 public:
  using Feed = std::function<void(std::string_view)>;

  /// Passes a piece on, changed in place; holds back a carriage return at its
  /// end until the next piece.
  void feed(std::span<char> piece, const Feed& pass_on);
  /// Ends the text.
  void finish(const Feed& pass_on);

  /// Number of single carriage returns.
  std::uint64_t changed() const { return changed_; }

 private:
  void pass_on_waiting(char next, const Feed& pass_on);

  bool waiting_ = false;  ///< holds back a carriage return
  std::uint64_t changed_ = 0;
};

/// Passes a text on through LineEnds, and warns the user if it was changed.
/// @param name  for the message
/// @throws DataError  for a foreign_format()
void read_lines(PackedFile& input, const std::string& name,
                const LineEnds::Feed& pass_on);

}  // namespace fedltr
