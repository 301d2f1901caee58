#include "app/data/convert/each_line.hpp"

#include <utility>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/line_ends.hpp"

namespace fedltr {
namespace {

/// Splits a text that arrives in pieces into lines.
class LineCutter {
 public:
  using Visit = std::function<void(std::string_view, std::size_t)>;

  LineCutter(std::string name, const Visit& visit)
      : name_(std::move(name)), visit_(visit) {}

  void feed(std::string_view piece) {
    while (true) {
      const std::size_t end = piece.find('\n');
      if (rest_.size() + std::min(end, piece.size()) > kMaxLine)
        throw DataError(at_line(name_, number_ + 1) + "is longer than the " +
                        std::to_string(kMaxLine) +
                        " bytes that a line may have");
      if (end == std::string_view::npos) break;
      if (rest_.empty()) {
        pass_on(piece.substr(0, end));
      } else {
        rest_.append(piece.substr(0, end));
        pass_on(rest_);
        rest_.clear();
      }
      piece.remove_prefix(end + 1);
    }
    rest_.append(piece);
  }
  void end() {
    if (!rest_.empty()) pass_on(rest_);
  }

 private:
  void pass_on(std::string_view line) {
    if (++number_ == 1) line = without_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit_(line, number_);
  }

  std::string name_;
  const Visit& visit_;
  std::string rest_;
  std::size_t number_ = 0;
};

}  // namespace

void each_piece(const std::string& file,
                const std::function<void(std::string_view)>& visit) {
  PackedFile input(opened_path(file), Pipes::kAllowed);
  read_lines(input, shown_path(file), visit);
}

void each_line(
    const std::string& file,
    const std::function<void(std::string_view, std::size_t)>& visit) {
  LineCutter lines(shown_path(file), visit);
  bool is_first = true;
  each_piece(file, [&](std::string_view piece) {
    if (std::exchange(is_first, false))
      refuse_json_for_rows(piece, shown_path(file));
    lines.feed(piece);
  });
  lines.end();
}

}  // namespace fedltr
