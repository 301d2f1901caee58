#include "scenarios/deploy/answer_ledger.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include "scenarios/base/files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeading = "run,asker,answer,question,bytes\n";
constexpr int kForOwner = 0600;
constexpr std::size_t kMaxBook = std::size_t{1} << 32;

/// A last line that a loss of power cut counts, too: its answer may have left.
std::size_t lines_of(const std::string& text) {
  const auto ends = std::ranges::count(text, '\n');
  return static_cast<std::size_t>(ends) + (text.back() == '\n' ? 0 : 1);
}

std::size_t lines_of_run(const std::string& text, const std::string& run) {
  const std::string begin = "\n" + run + ",";
  std::size_t count = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos;
       at = text.find(begin, at + 1))
    ++count;
  return count;
}

}  // namespace

AnswerLedger::AnswerLedger(const fs::path& file,
                           std::vector<std::string> members, std::string run)
    : file_(file), members_(std::move(members)), run_(std::move(run)) {
  std::string text;
  if (fs::exists(file)) text = file_text(file, kMaxBook);
  if (!text.empty() && !text.starts_with(kHeading))
    throw DataError(file.string() +
                    ": line 1: is no ledger of answers; expected " + kHeading);
  descriptor_ =
      open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kForOwner);
  if (descriptor_ < 0)
    throw std::runtime_error(file.string() + ": " + std::strerror(errno));
  again_ = lines_of_run(text, run_);
  if (text.empty())
    append(kHeading);
  else
    earlier_ = lines_of(text) - 1 - again_;
  if (!text.empty() && text.back() != '\n') append("\n");
  sync_folder(fs::absolute(file).parent_path());
}

AnswerLedger::~AnswerLedger() {
  if (descriptor_ >= 0) close(descriptor_);
}

void AnswerLedger::enter(const SiloMessage& answer) {
  if (again_ > 0) {
    --again_;
    return;
  }
  append(fmt::format("{},{},{},{},{}\n", run_, members_.at(answer.to),
                     name_of(answer.type()), answer.request,
                     answer.payload.size()));
}

void AnswerLedger::append(const std::string& line) {
  const auto written = write(descriptor_, line.data(), line.size());
  if (written != static_cast<ssize_t>(line.size()) ||
      fdatasync(descriptor_) != 0)
    throw std::runtime_error(file_.string() + ": " + std::strerror(errno) +
                             ": no answer leaves that is not in the ledger");
}

}  // namespace fedltr
