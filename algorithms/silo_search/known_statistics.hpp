#pragma once

#include <array>
#include <vector>

#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr {

/// What is known of some documents and of the terms of one dictionary, as plain
/// numbers: what features need, and what a party can keep of a run without its
/// keys and sketches.
class KnownStatistics {
 public:
  KnownStatistics() = default;
  /// Of no document yet; no term is known.
  explicit KnownStatistics(std::size_t terms);
  /// Of a collection's own documents, counted exactly: features by them are
  /// those by CollectionStatistics, to the bit.
  explicit KnownStatistics(const Collection& collection);
  /// What a run told a party: features by them are those by the run's, to the
  /// bit.
  /// @param terms  of the party's dictionary
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
