#include "app/data/line_ends.hpp"

#include <cstring>
#include <utility>

#include "app/base/notice.hpp"
#include "app/data/foreign_format.hpp"

namespace fedltr {

void LineEnds::pass_on_waiting(char next, const Feed& pass_on) {
  if (!waiting_) return;
  waiting_ = false;
  if (next != '\n') ++changed_;
  pass_on(next == '\n' ? "\r" : "\n");
}

void LineEnds::feed(std::span<char> piece, const Feed& pass_on) {
  if (piece.empty()) return;
  pass_on_waiting(piece[0], pass_on);
  if (piece.back() == '\r') {
    waiting_ = true;
    piece = piece.first(piece.size() - 1);
  }
  char* const end = piece.data() + piece.size();
  for (char* at = piece.data(); at != end; ++at) {
    at = static_cast<char*>(
        std::memchr(at, '\r', static_cast<std::size_t>(end - at)));
    if (!at) break;
    const bool alone = at + 1 == end ? waiting_ : at[1] != '\n';
    if (!alone) continue;
    *at = '\n';
    ++changed_;
  }
  pass_on({piece.data(), piece.size()});
}

void LineEnds::finish(const Feed& pass_on) {
  pass_on_waiting('\0', pass_on);
}

void read_lines(PackedFile& input, const std::string& name,
                const LineEnds::Feed& pass_on) {
  LineEnds ends;
  bool is_first = true;
  for (auto piece = input.next(); !piece.empty(); piece = input.next()) {
    if (std::exchange(is_first, false))
      refuse_foreign_format({piece.data(), piece.size()}, name);
    ends.feed(piece, pass_on);
  }
  ends.finish(pass_on);
  if (ends.changed() > 0)
    notice(name + ": " + std::to_string(ends.changed()) +
           " carriage returns without a line feed were read as ends of lines");
}

}  // namespace fedltr
