#include "app/deploy/ledger_memory.hpp"

#include <exception>
#include <sstream>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/silo/machine_fault.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfMemory = 1U << 20;  // bytes
constexpr const char* kMemoryHeading = "member,lines,chain";
constexpr std::chrono::seconds kBetweenWrites{1};

}  // namespace

fs::path LedgerMemory::file_beside(const fs::path& ledger) {
  return ledger.parent_path() / (ledger.stem().string() + "-heads.csv");
}

LedgerMemory::Heads LedgerMemory::heads_in(const std::string& text,
                                           const fs::path& file) {
  Heads heads;
  std::istringstream stream(text);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    if (++number == 1 && line == kMemoryHeading) continue;
    const auto fields = split(line, ',');
    const bool is_row = fields.size() == 3;
    const auto lines = is_row ? parse_whole(fields[1]) : std::nullopt;
    const auto chain = is_row ? parse_hex(fields[2]) : std::nullopt;
    if (!lines || !chain)
      throw DataError(fmt::format(
          "{}:{}: is no line of the others' ledgers; expected {}; without the "
          "file their losses go unnoticed",
          file.string(), number, kMemoryHeading));
    heads[fields[0]] = {*lines, *chain};
  }
  return heads;
}

std::string LedgerMemory::text_in(const fs::path& file) {
  if (!fs::exists(file)) return "";
  std::string text = file_text(file, kMostOfMemory);
  heads_in(text, file);
  return text;
}

LedgerMemory::LedgerMemory(fs::path file, const std::string& start)
    : file_(std::move(file)),
      start_(heads_in(start, file_)),
      now_(heads_in(text_in(file_), file_)),
      found_(now_) {}

LedgerMemory::~LedgerMemory() {
  try {
    if (!is_written_) write();
  } catch (const std::exception& error) {
    spdlog::warn("the others' ledgers are not remembered: {}", error.what());
  }
}

LedgerHead LedgerMemory::at_start(const std::string& member) const {
  const auto found = start_.find(member);
  return found == start_.end() ? LedgerHead() : found->second;
}

void LedgerMemory::remember(const std::string& member, const LedgerHead& head) {
  LedgerHead& known = now_[member];
  if (known == head) return;
  // A process that resumes the run gets again what an earlier one has written.
  const auto found = found_.find(member);
  if (found != found_.end() && found->second != at_start(member) &&
      head.lines < found->second.lines)
    return;
  if (head.lines < known.lines)
    spdlog::warn("{} has lost lines of its ledger: it has {}, it had {}",
                 member, head.lines, known.lines);
  known = head;
  is_written_ = false;
  if (std::chrono::steady_clock::now() - last_ >= kBetweenWrites) write();
}

void LedgerMemory::write() {
  std::string text = std::string(kMemoryHeading) + "\n";
  for (const auto& [member, head] : now_)
    text += fmt::format("{},{},{:016x}\n", member, head.lines, head.chain);
  write_whole(file_, text);
  is_written_ = true;
  last_ = std::chrono::steady_clock::now();
}

LedgerHooks ledger_hooks(AnswerLedger& ledger, LedgerMemory& memory,
                         const std::vector<std::string>& members, bool accepts,
                         std::string& lost) {
  LedgerHooks hooks;
  hooks.remembered = [&](std::uint32_t member) {
    return memory.at_start(members.at(member));
  };
  hooks.check = [&, accepts](std::uint32_t member, const LedgerHead& head) {
    const std::string& name = members.at(member);
    const std::string loss = ledger.loss_of(name, head);
    if (loss.empty()) return;
    if (!accepts) throw MachineFault(lost = loss);
    spdlog::warn(
        "the loss of lines of this ledger is accepted: {} remembers {}", name,
        head.lines);
    ledger.accept_loss(name, head);
  };
  hooks.head = [&] { return ledger.head(); };
  hooks.remember = [&](std::uint32_t member, const LedgerHead& head) {
    memory.remember(members.at(member), head);
  };
  return hooks;
}

}  // namespace fedltr
