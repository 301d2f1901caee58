#include "scenarios/base/progress.hpp"

#include <cmath>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

#include "scenarios/base/text.hpp"

namespace fedltr {
namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600)
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) +
           " s";
  return std::to_string(whole / 3600) + " h " +
         std::to_string(whole / 60 % 60) + " min";
}

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_line(std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns) {
  const double share =
      done < total ? static_cast<double>(done) / static_cast<double>(total) : 1;
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string text = " " + with_commas(done) + "/" + with_commas(total) +
                     " rounds  " +
                     with_commas(static_cast<std::uint64_t>(rate)) + "/s";
  if (rate > 0 && done < total)
    text += "  " + duration(static_cast<double>(total - done) / rate) + " left";
  if (text.size() + 12 > columns) return text.substr(0, columns);
  const std::size_t width =
      std::min<std::size_t>(columns - text.size() - 3, 40);
  const auto filled = static_cast<std::size_t>(share * double(width));
  return "[" + std::string(filled, '#') + std::string(width - filled, '.') +
         "]" + text;
}

Progress::Progress(std::uint64_t rounds, bool show)
    : total_(rounds), show_(show && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (show_) std::fprintf(stderr, "\r\x1b[K");
}

void Progress::advance(std::uint64_t rounds) {
  done_ += rounds;
  if (!show_) return;
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  draw();
}

void Progress::draw() {
  const double seconds =
      std::chrono::duration<double>(Clock::now() - start_).count();
  const std::string line =
      progress_line(done_, total_, seconds, terminal_columns() - 1);
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
  std::fflush(stderr);
}

}  // namespace fedltr
