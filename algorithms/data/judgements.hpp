#pragma once

#include <string>
#include <string_view>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {

/// Relevance by query and document name.
class Judgements {
 public:
  /// Reads TREC qrels, `query iteration document relevance`, separated by
  /// blanks; a relevance below 0 (spam) counts as 0.
  /// @param name  of the file, for messages
  /// @throws DataError  with name and line; also for a pair judged differently
  static Judgements parse(std::string_view text, const std::string& name);

  /// Labels of a set's documents; 0 for documents without judgement.
  /// @throws std::invalid_argument  if its documents have no names
  std::vector<std::uint8_t> labels_of(const Dataset& data) const;

  std::size_t size() const { return relevance_.size(); }

 private:
  TextMap<std::uint8_t> relevance_;  ///< by query\tdocument
};

}  // namespace fedltr
