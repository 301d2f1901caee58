#include "algorithms/silo_search/own_search.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

std::vector<std::uint32_t> all_places(std::size_t count) {
  auto places = numbers_below<std::uint32_t>(count);
  return places;
}

std::uint8_t grade_among(std::span<const Judgement> judged,
                         std::uint32_t document) {
  const auto found =
      std::ranges::lower_bound(judged, document, {}, &Judgement::document);
  return found != judged.end() && found->document == document ? found->grade
                                                              : 0;
}

}  // namespace

OwnSearch::OwnSearch(const Collection& collection, KnownStatistics shared,
                     std::size_t candidates, const FeatureConstants& constants)
    : collection_(collection),
      shared_(std::move(shared)),
      depth_(candidates),
      constants_(constants),
      documents_(all_places(collection.documents())),
      queries_(all_places(collection.queries())),
      own_(collection),
      retrieval_(collection, own_, documents_, queries_, constants) {
  require(shared_.terms() == collection.dictionary().size(),
          "statistics are of the collection's dictionary");
}

std::vector<std::uint32_t> OwnSearch::candidates_of(std::uint32_t query) const {
  if (depth_ == 0) return documents_;
  std::vector<std::uint32_t> found;
  for (const Retrieved& each :
       retrieval_.top(query, depth_, RetrievalScore::kBm25))
    found.push_back(each.document);
  std::ranges::sort(found);
  return found;
}

FoundDocuments OwnSearch::find(std::uint32_t query) const {
  FoundDocuments found{candidates_of(query), {}, {}};
  const auto terms = collection_.query(query);
  const auto judged = collection_.judgements_of(query);
  const QueryFeatures features = query_features(
      terms, [&](Field field) { return shared_.field(field); },
      [&](Field field, TermId term) { return shared_.term(field, term); },
      constants_);
  found.features.resize(std::ssize(found.documents), kFeatureColumns);
  std::array<FieldCounts, kFields> counts;
  Index row = 0;
  for (const std::uint32_t document : found.documents) {
    found.labels.push_back(grade_among(judged, document));
    count_terms(collection_, terms, document, counts);
    features.write(counts, features_row(found.features, row++));
  }
  return found;
}

}  // namespace fedltr
