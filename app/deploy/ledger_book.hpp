#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "algorithms/privacy/accountant.hpp"

namespace fedltr {

/// A name of a release's guarantee that another one does not have.
std::string label_of(const Guarantee& guarantee);

/// What earlier runs spent on a document.
struct SpentBefore {
  std::uint64_t same = 0;    ///< releases of this run's guarantee
  double other = 0;          ///< pure epsilon of all others together
  std::uint64_t others = 0;  ///< releases of other guarantees

  std::uint64_t releases() const { return same + others; }
};

/// The document of which most is told.
struct MostTold {
  std::string document;  ///< escaped; empty: none
  SpentBefore spent;
  double accounted = 0;  ///< epsilon
};

/// A ledger of answers as it is on disk: a line for each document that an
/// answer tells something about,
///
///   check,run,asker,answer,question,guarantee,epsilon,releases,document
///
/// `check` is CRC-32 of the rest of all lines up to this one, in hexadecimal;
/// `answer` is its kind, and `question` its number among those that the asker
/// got in the run, from 1 (0.1.0 wrote the asker's number, which may repeat);
/// `epsilon` is pure, of one release; an answer without a release has a line
/// with no document.
struct LedgerBook {
  std::map<std::string, SpentBefore> documents;  ///< by name, of other runs
  std::map<std::string, std::size_t> answers;    ///< by asker, of other runs
  std::set<std::string> runs;                    ///< other ones
  std::vector<std::string> own;  ///< lines of this run, but for their check
  bool others_since = false;     ///< another run's line is behind an own one
  std::uint32_t check = 0;       ///< of the whole text
  std::uint64_t bytes = 0;       ///< of whole lines; what is behind was cut off

  std::size_t earlier() const;
  /// By accounted epsilon.
  MostTold most_told(const Guarantee& guarantee, double delta) const;
};

/// Heading of the file.
extern const char* const kLedgerHeading;

/// The check of a line behind a text.
/// @param before  check of that text
std::uint32_t check_of(const std::string& line, std::uint32_t before);

/// A document's name in a line: without line ends.
std::string escaped(const std::string& name);

/// @param run    this run's, empty: none
/// @param label  of this run's guarantee
/// @param asker  only what this one was told; empty: all
/// @throws DataError  naming file and line, for what is no such ledger, is
/// packed
///                    or was changed by accident; a last line without an end is
///                    none, and lines missing at the end are not noticed
LedgerBook read_ledger(const std::filesystem::path& file,
                       const std::string& run, const std::string& label,
                       const std::string& asker = "");

}  // namespace fedltr
