#include "algorithms/silo_search/known_statistics.hpp"

#include "algorithms/text/exact_features.hpp"

namespace fedltr {

KnownStatistics::KnownStatistics(std::size_t terms) {
  for (auto& field : terms_) field.resize(terms);
}

KnownStatistics::KnownStatistics(const Collection& collection)
    : KnownStatistics(collection.dictionary().size()) {
  const CollectionStatistics counted(collection);
  for (const Field f : kAllFields) {
    set_field(f, counted.field(f));
    for (TermId t = 0; t < terms(); ++t) set_term(f, t, counted.term(f, t));
  }
}

KnownStatistics::KnownStatistics(const SharedStatistics& shared,
                                 std::size_t terms)
    : KnownStatistics(terms) {
  for (const Field f : kAllFields) {
    set_field(f, shared.field(f));
    for (TermId t = 0; t < terms; ++t) set_term(f, t, shared.term(f, t));
  }
}

}  // namespace fedltr
