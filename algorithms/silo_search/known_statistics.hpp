#pragma once

#include <array>
#include <vector>

#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr {

/// Statistics of some documents and of the terms of one dictionary, as plain
/// numbers: enough to compute features, and enough for a party to keep from a
/// run without its keys and sketches.
class KnownStatistics {
 public:
  KnownStatistics() = default;
  /// Statistics without documents or known terms yet.
  explicit KnownStatistics(std::size_t terms);
  /// Exact statistics of a collection's own documents: their features equal
  /// those by CollectionStatistics to the bit.
  explicit KnownStatistics(const Collection& collection);
  /// Statistics that a party received in a run: their features equal the run's
  /// to the bit.
  /// @param terms  in the party's dictionary
  KnownStatistics(const SharedStatistics& shared, std::size_t terms);

  std::size_t terms() const { return terms_[0].size(); }
  const FieldStatistics& field(Field field) const {
    return fields_[field_index(field)];
  }
  const TermStatistics& term(Field field, TermId term) const {
    return terms_[field_index(field)].at(term);
  }

  void set_field(Field field, const FieldStatistics& statistics) {
    fields_[field_index(field)] = statistics;
  }
  void set_term(Field field, TermId term, const TermStatistics& statistics) {
    terms_[field_index(field)].at(term) = statistics;
  }

 private:
  std::array<FieldStatistics, kFields> fields_;
  std::array<std::vector<TermStatistics>, kFields> terms_;
};

}  // namespace fedltr
