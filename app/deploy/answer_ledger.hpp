#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "app/deploy/ledger_book.hpp"
#include "app/deploy/own_limits.hpp"

namespace fedltr {

/// The run that a party enters answers of.
struct LedgerRun {
  std::string run;                     ///< its name in the lines: no comma
  std::vector<std::string> members;    ///< by party
  std::vector<std::string> documents;  ///< names, by the owner's numbers
  ReleaseConfig config;                ///< of a release
  OwnLimits limits;
};

/// A party's book of what it told about each of its documents, over all runs:
/// appended and on disk before an answer leaves. What earlier runs spent of a
/// document's budget is spent.
///
/// The lines of an answer may be on disk without it having left: they count.
class AnswerLedger {
 public:
  /// @throws DataError   for a file that is no such book, or was changed
  /// @throws UsageError  if another process has it
  AnswerLedger(std::filesystem::path file, LedgerRun run);
  ~AnswerLedger();
  AnswerLedger(const AnswerLedger&) = delete;
  AnswerLedger& operator=(const AnswerLedger&) = delete;

  /// Enters what earlier runs spent into a run's account, before its first
  /// release.
  void open(ReleaseLedger& releases);
  /// Enters what an answer tells: what the account has more of its asker's than
  /// before. What an earlier process of this run entered is not entered again.
  /// @throws std::runtime_error  unless it is on disk
  void enter(const SiloMessage& answer, ReleaseLedger& releases);

  /// Answers of other runs that were in it before.
  std::size_t earlier() const { return book_.earlier(); }
  const LedgerBook& book() const { return book_; }
  /// Whether this answer was the last that a member gets in this run, by
  /// OwnLimits::answers_a_run.
  bool is_last_of_run(std::uint32_t asker) const;

 private:
  std::string lines_of(const SiloMessage& answer,
                       const ReleaseLedger& releases);
  void add_line(std::string& lines, const std::string& line);
  void append(const std::string& lines);
  void close_spent(ReleaseLedger& releases) const;
  bool is_over(std::uint32_t asker) const;

  std::filesystem::path file_;
  LedgerRun run_;
  LedgerBook book_;
  std::map<std::string, std::size_t> given_;  ///< answers in all runs, by asker
  std::size_t given_in_all_ = 0;
  std::map<std::uint32_t, std::size_t> given_in_run_;  ///< by asker
  std::size_t again_ = 0;  ///< own lines that were entered again
  std::map<std::uint32_t, std::vector<std::uint32_t>> told_;  ///< by asker
  int descriptor_ = -1;
};

}  // namespace fedltr
