#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "actors/silo/silo_hooks.hpp"
#include "app/deploy/answer_ledger.hpp"

namespace fedltr {

/// Heads of the members' ledgers as a party knows them from their answers, over
/// all runs, in a file beside its own ledger: lines of member, lines and chain
/// of a LedgerHead. With it a member finds that its ledger has lost lines.
class LedgerMemory {
 public:
  static std::filesystem::path file_beside(const std::filesystem::path& ledger);
  /// Returns the file's text; empty without a file.
  /// @throws DataError  naming file and line, if it is no such file
  static std::string text_in(const std::filesystem::path& file);

  /// @param start  text_in() the file when the run began: a process that
  ///               resumes the run sends the same
  LedgerMemory(std::filesystem::path file, const std::string& start);
  /// Writes the file; a failure is only a warning.
  ~LedgerMemory();
  LedgerMemory(const LedgerMemory&) = delete;
  LedgerMemory& operator=(const LedgerMemory&) = delete;

  /// Head of a member's ledger when the run began; of no lines if unknown.
  LedgerHead at_start(const std::string& member) const;
  /// Remembers a head that came with an answer; written within a second of the
  /// next one, or at the end.
  void remember(const std::string& member, const LedgerHead& head);

 private:
  using Heads = std::map<std::string, LedgerHead>;
  static Heads heads_in(const std::string& text,
                        const std::filesystem::path& file);
  void write();

  std::filesystem::path file_;
  Heads start_;
  Heads now_;
  Heads found_;  ///< in the file when this process began
  bool is_written_ = true;
  std::chrono::steady_clock::time_point last_;
};

/// Hooks of a party's run. All arguments outlive it.
/// @param members  names, by party
/// @param accepts  true to enter losses as accepted
/// @param lost     set to the reason when the hooks stop the party
LedgerHooks ledger_hooks(AnswerLedger& ledger, LedgerMemory& memory,
                         const std::vector<std::string>& members, bool accepts,
                         std::string& lost);

}  // namespace fedltr
