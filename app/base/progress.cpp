#include "app/base/progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include "app/base/terminal.hpp"
#include "app/base/text.hpp"

namespace fedltr {
std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600)
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) +
           " s";
  return std::to_string(whole / 3600) + " h " +
         std::to_string(whole / 60 % 60) + " min";
}

std::string progress_line(std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns) {
  const double share =
      done < total ? static_cast<double>(done) / static_cast<double>(total) : 1;
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string text = " " + with_commas(done) + "/" + with_commas(total) +
                     " rounds  " +
                     with_commas(static_cast<std::uint64_t>(rate)) + "/s";
  if (rate > 0 && done < total)
    text += "  " + duration_text(static_cast<double>(total - done) / rate) +
            " left";
  if (text.size() + 12 > columns) return text.substr(0, columns);
  const std::size_t width =
      std::min<std::size_t>(columns - text.size() - 3, 40);
  const auto filled = static_cast<std::size_t>(share * double(width));
  return "[" + std::string(filled, '#') + std::string(width - filled, '.') +
         "]" + text;
}

std::string sparkline(const std::vector<double>& values, std::size_t columns) {
  static constexpr std::array kBlocks = {"▁", "▂", "▃", "▄",
                                         "▅", "▆", "▇", "█"};
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const double value : values)
    if (std::isfinite(value)) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  const std::size_t parts = std::min(values.size(), columns);
  std::string line;
  for (std::size_t part = 0; part < parts; ++part) {
    const double value = values[(part + 1) * values.size() / parts - 1];
    const double height = most > least ? (value - least) / (most - least) : 0;
    line += std::isfinite(value)
                ? kBlocks[std::min<std::size_t>(
                      static_cast<std::size_t>(height * kBlocks.size()),
                      kBlocks.size() - 1)]
                : " ";
  }
  return line;
}

Progress::Progress(std::uint64_t rounds)
    : total_(rounds), show_(terminal_columns(STDERR_FILENO) && can_redraw()) {}

Progress::~Progress() {
  if (show_) std::fprintf(stderr, "\r\x1b[J");
}

void Progress::begin_curve(std::string name) {
  name_ = std::move(name);
  values_.clear();
}

void Progress::add_to_curve(double value) {
  if (show_) values_.push_back(value);
}

void Progress::advance(std::uint64_t rounds) {
  done_ += rounds;
  if (!show_) return;
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  draw();
}

/// Returns the last value and as much of the curve as fits.
std::string Progress::plot_line(std::size_t columns) const {
  const std::string value = fmt::format("{} {:.4f}", name_, values_.back());
  if (value.size() > columns) return "";
  constexpr std::size_t kGap = 2;
  constexpr std::size_t kWidest = 40;
  const std::size_t room = columns - value.size();
  if (room <= kGap || !shows_unicode()) return value;
  return value + "  " + sparkline(values_, std::min(room - kGap, kWidest));
}

void Progress::draw() {
  const double seconds =
      std::chrono::duration<double>(Clock::now() - start_).count();
  const std::size_t columns = terminal_columns(STDERR_FILENO).value_or(2) - 1;
  std::string text =
      "\r" + progress_line(done_, total_, seconds, columns) + "\x1b[K";
  if (!values_.empty()) text += "\n" + plot_line(columns) + "\x1b[K\r\x1b[1A";
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace fedltr
