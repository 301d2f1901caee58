#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "algorithms/privacy/accountant.hpp"

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
/// release has a line with no document.
struct LedgerBook {
  std::map<std::string, SpentBefore> documents;  ///< by name, of other runs
  std::map<std::string, std::size_t> answers;    ///< by asker, of other runs
  std::set<std::string> runs;                    ///< other runs
  std::vector<std::string> own;  ///< lines of this run, without their checks
  bool others_since = false;     ///< a line of another run follows an own one
  std::uint32_t check = 0;       ///< of the whole text
  std::uint64_t bytes = 0;       ///< of whole lines only

  std::size_t earlier() const;
  /// The document with the largest accounted epsilon.
  MostTold most_told(const Guarantee& guarantee, double delta) const;
};

/// Heading of the file.
extern const char* const kLedgerHeading;

/// Returns the check of a line that follows a text.
/// @param before  check of that text
std::uint32_t check_of(const std::string& line, std::uint32_t before);

/// Returns a document's name as it is in a line: without line ends.
std::string escaped(const std::string& name);

/// @param run    name of this run; empty if there is none
/// @param label  of this run's guarantee
/// @param asker  only answers to this member; empty: to all
/// @throws DataError  naming file and line, for a file that is no such ledger,
///                    is packed or was changed by accident. Ignores a last line
///                    without an end; can't detect lines missing at the end
LedgerBook read_ledger(const std::filesystem::path& file,
                       const std::string& run, const std::string& label,
                       const std::string& asker = "");

}  // namespace fedltr
