#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "app/deploy/ledger_book.hpp"
#include "app/deploy/own_limits.hpp"

namespace fedltr {

/// The run whose answers a party enters.
struct LedgerSetup {
  std::string run;                     ///< name in its lines: no comma
  std::vector<std::string> members;    ///< by party
  std::vector<std::string> documents;  ///< names, by the owner's numbers
  ReleaseConfig config;                ///< per release
  OwnLimits limits;
  /// Seconds for which an answer counts for the budget; 0 = for ever.
  std::uint64_t period = 0;
  std::int64_t begun = 0;  ///< Unix time at which the run began
  /// Unix time; empty: the lines get no time.
  std::function<std::int64_t()> clock = {};
  std::function<std::uint64_t()> salt = {};  ///< random, for lines with a time
};

/// Returns the time since when answers count at a time.
/// @param period  as in LedgerSetup
std::int64_t begin_of_period(std::uint64_t period, std::int64_t now);

/// A party's ledger of the answers about each of its documents, over all runs:
/// appended and on disk before an answer is sent. A document's budget includes
/// the spending of earlier runs, within the period if there is one: its last
/// seconds before the run began, or before renew().
///
/// The lines of an answer may be on disk although it was not sent: they count.
class AnswerLedger {
 public:
  /// @throws DataError   for a file that is no ledger, or was changed
  /// @throws CheckpointError  if other runs have entered answers since this one
  /// @throws UsageError  if another process has it open
  AnswerLedger(std::filesystem::path file, LedgerSetup run);
  ~AnswerLedger();
  AnswerLedger(const AnswerLedger&) = delete;
  AnswerLedger& operator=(const AnswerLedger&) = delete;

  /// Adds the spending of earlier runs to a run's account, before its first
  /// release.
  void open(ReleaseLedger& releases);
  /// Returns to the account what answers have spent whose period is over.
  /// @param now  Unix time; not the clock's, so that a process that resumes the
  ///             run renews the same
  void renew(std::int64_t now, ReleaseLedger& releases);
  /// Enters an answer: the releases that the account has gained for its asker.
  /// One without any counts for OwnLimits::answers_a_run only.
  /// Skips lines that an earlier process of this run entered.
  /// @throws std::runtime_error  unless the lines are on disk
  void enter(const SiloMessage& answer, ReleaseLedger& releases);

  /// Enters that an own query is about to be asked of the other members, unless
  /// it was asked OwnLimits::questions_a_query times, over all runs within the
  /// period. Without that limit enters nothing.
  /// @return  true if it may be asked
  /// @throws std::runtime_error  unless the line is on disk
  bool ask(const std::vector<std::string>& terms);
  /// Number of times that a query of this run was not asked, for that limit.
  std::size_t unasked() const { return unasked_; }

  /// Head of the ledger with the last answer; before any that of other runs.
  LedgerHead head() const { return book_.head(lines_); }
  /// Returns the reason if a head that a member remembers is not of this
  /// ledger, which has then lost lines; empty if it is.
  std::string loss_of(const std::string& member, const LedgerHead& head) const;
  /// Enters that this loss is accepted.
  void accept_loss(const std::string& member, const LedgerHead& head);

  /// Number of answers of other runs when it was opened.
  std::size_t earlier() const { return book_.earlier(); }
  const LedgerBook& book() const { return book_; }
  /// True if this answer was the last that a member gets in this run, by
  /// OwnLimits::answers_a_run.
  bool is_last_of_run(std::uint32_t asker) const;

 private:
  /// Returns the lines that are not in the file yet; nullopt for an answer that
  /// reveals nothing, of which an asker may have any number.
  std::optional<std::string> lines_of(const SiloMessage& answer,
                                      const ReleaseLedger& releases);
  /// @return the time until which the line counts as entered
  std::int64_t add_line(std::string& lines, const std::string& line);
  void add_new(std::string& lines, const std::string& line);
  void add_time(std::string& lines);
  void enter_spending(ReleaseLedger& releases) const;
  void append(const std::string& lines);
  void close_spent(ReleaseLedger& releases) const;
  bool is_over(std::uint32_t asker) const;
  std::size_t times_asked(const std::string& query) const;
  std::int64_t add_asked(std::string& lines, const std::string& query);

  std::filesystem::path file_;
  LedgerSetup run_;
  LedgerBook book_;
  std::size_t lines_ = 0;  ///< up to the last answer that was entered, or again
  std::map<std::string, std::size_t> given_;  ///< answers in all runs, by asker
  std::size_t given_in_all_ = 0;
  std::map<std::uint32_t, std::size_t> given_in_run_;  ///< by asker
  std::size_t again_ = 0;   ///< own lines that were entered before
  bool is_salted_ = false;  ///< the lines of this answer
  std::map<std::uint32_t, std::vector<std::uint32_t>> told_;  ///< by asker
  /// Releases of this run, if there is a period.
  struct Entered {
    std::int64_t until = 0;
    std::uint32_t document = 0;
    std::uint32_t asker = 0;
    std::uint32_t releases = 0;
  };
  std::vector<Entered> entered_;          ///< oldest first
  std::int64_t since_ = kAllTimes;        ///< begin of the period
  std::vector<LedgerBook::Asked> asked_;  ///< by this run
  std::size_t unasked_ = 0;
  int descriptor_ = -1;
};

}  // namespace fedltr
