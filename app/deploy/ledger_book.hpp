#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/ledger_head.hpp"

namespace fedltr {

/// Name that identifies a release's guarantee.
std::string label_of(const Guarantee& guarantee);

/// Spending of earlier runs on a document.
struct SpentBefore {
  std::uint64_t same = 0;    ///< releases of this run's guarantee
  double other = 0;          ///< pure epsilon of all others together
  std::uint64_t others = 0;  ///< releases of other guarantees

  std::uint64_t releases() const { return same + others; }
};

/// The document with the largest accounted epsilon.
struct MostTold {
  std::string document;  ///< escaped; empty if there is none
  SpentBefore spent;
  double accounted = 0;  ///< epsilon
};

/// A ledger of answers as it is on disk: a line for each document about which
/// an answer reveals something,
///
///   check,run,asker,answer,question,guarantee,epsilon,releases,document
///
/// `check` is the CRC-32 of all lines up to this one, without their checks, in
/// hexadecimal; `answer` is the kind of answer, and `question` its number among
/// the asker's answers in the run, from 1 (0.1.0 wrote the asker's number,
/// which may repeat); `epsilon` is pure, of one release; an answer without a
/// release has a line with no document. A line
///
///   check,at,seconds,salt
///
/// gives the Unix time of the lines after it, which were entered less than
/// kLedgerMinute later; lines before the first such line are as old as it. The
/// salt is random: a head reveals no name by trial. A line
///
///   check,lost,run,member,lines,chain
///
/// accepts that a head which this member remembers is no part of this ledger. A
/// line
///
///   check,asked,run,query
///
/// is an own query that was asked of the other members; see name_of_query().
struct LedgerBook {
  /// By name, of other runs: answers within the period only.
  std::map<std::string, SpentBefore> documents;
  std::map<std::string, std::size_t> answers;  ///< by asker, of other runs
  std::set<std::string> runs;                  ///< other runs
  /// Number of times that an own query was asked, by other runs, within the
  /// period.
  std::map<std::string, std::size_t> asked;
  /// An own query that was asked, and the Unix time until which that counts as
  /// entered.
  struct Asked {
    std::string query;
    std::int64_t until = 0;
  };
  std::vector<Asked> own_asked;  ///< by this run
  std::vector<std::string> own;  ///< lines of this run, without their checks
  /// By line in `own`: Unix time until which it counts as entered.
  std::vector<std::int64_t> own_times;
  bool others_since = false;  ///< a line of another run follows an own one
  std::int64_t at = 0;        ///< time of the last line that gives one; 0: none
  /// Time of the oldest answer of other runs within the period; nullopt if
  /// there is none, or none has a time.
  std::optional<std::int64_t> oldest;
  std::vector<std::uint64_t> chains;  ///< LedgerHead::chain, by line
  std::size_t before_own = 0;  ///< number of lines before those of this run
  std::vector<std::size_t> own_places;  ///< number of the lines up to each
  std::vector<LedgerHead> lost;         ///< accepted as lost, by any run
  std::uint32_t check = 0;              ///< of the whole text
  std::uint64_t bytes = 0;              ///< of whole lines only

  std::size_t earlier() const;
  /// Spending on a document; none if it is not in `documents`.
  SpentBefore spent_on(const std::string& document) const;
  /// Head of the first lines.
  LedgerHead head(std::size_t lines) const;
  /// True if a head is of this ledger, or accepted as lost.
  bool holds(const LedgerHead& head) const;
  /// The document with the largest accounted epsilon.
  MostTold most_told(const Guarantee& guarantee, double delta) const;
  /// Number of documents whose budget covers no further answer to any of
  /// `askers` members.
  std::size_t spent_out(const ReleaseConfig& config,
                        std::uint32_t askers) const;
};

/// Heading of the file.
extern const char* const kLedgerHeading;

/// Seconds of a line that gives the time.
inline constexpr std::int64_t kLedgerMinute = 60;
/// begin_of_period() without a period: all answers count.
inline constexpr std::int64_t kAllTimes =
    std::numeric_limits<std::int64_t>::min();

/// Returns the line that gives a time, without its check.
std::string time_line(std::int64_t at, std::uint64_t salt);
/// Returns the name of an own query in a ledger: a hash of its set of terms, so
/// that the ledger holds no word; who has a query finds it by trial.
std::string name_of_query(const std::vector<std::string>& terms);
/// Returns the line of an own query that was asked, without its check.
std::string asked_line(const std::string& run, const std::string& query);
/// Returns the line that accepts a head as lost, without its check.
std::string lost_line(const std::string& run, const std::string& member,
                      const LedgerHead& head);
/// Returns the chain of a text that a line follows.
/// @param before  chain of that text; 0 if it has no line
std::uint64_t chain_of(const std::string& line, std::uint64_t before);

/// Returns the check of a line that follows a text.
/// @param before  check of that text
std::uint32_t check_of(const std::string& line, std::uint32_t before);

/// Returns a document's name as it is in a line: without line ends.
std::string escaped(const std::string& name);

/// @param run    name of this run; empty if there is none
/// @param label  of this run's guarantee
/// @param asker  only answers to this member; empty: to all
/// @param since  Unix time: documents' spending by answers, and own queries
///               asked, that may have been entered later
/// @throws DataError  naming file and line, for a file that is no such ledger,
///                    is packed or was changed by accident. Ignores a last line
///                    without an end; can't detect lines missing at the end
LedgerBook read_ledger(const std::filesystem::path& file,
                       const std::string& run, const std::string& label,
                       const std::string& asker = "",
                       std::int64_t since = kAllTimes);

}  // namespace fedltr
