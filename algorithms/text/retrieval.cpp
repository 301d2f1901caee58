#include "algorithms/text/retrieval.hpp"

#include <algorithm>
#include <tuple>

#include "algorithms/core/math.hpp"

namespace fedltr {

Retrieval::Retrieval(const Collection& collection,
                     const CollectionStatistics& statistics,
                     std::span<const std::uint32_t> documents,
                     std::span<const std::uint32_t> queries,
                     const FeatureConstants& constants)
    : collection_(collection),
      statistics_(statistics),
      documents_(documents),
      constants_(constants) {
  std::vector<bool> asked(collection.dictionary().size());
  for (const std::uint32_t query : queries)
    for (const TermId term : collection.query(query)) asked[term] = true;
  for (const Field field : kAllFields) build(field, asked);
}

void Retrieval::build(Field field, const std::vector<bool>& asked) {
  auto& [postings, idf] = fields_[field_index(field)];
  postings.resize(asked.size());
  idf.resize(asked.size());
  const double all = statistics_.field(field).documents;
  for (TermId term = 0; term < asked.size(); ++term) {
    if (!asked[term]) continue;
    const double df = statistics_.term(field, term).document_frequency;
    idf[term] = portable_log((all - df + 0.5) / (df + 0.5) + 1);
  }
  for (std::uint32_t place = 0; place < documents_.size(); ++place)
    for (const TermCount& entry : collection_.terms(field, documents_[place]))
      if (asked[entry.term])
        postings[entry.term].push_back({place, entry.count});
}

double Retrieval::bm25(Field field, TermId term, const Posting& posting) const {
  const double length = collection_.length(field, documents_[posting.place]) /
                        statistics_.field(field).mean_length;
  return fields_[field_index(field)].idf[term] * posting.count *
         (constants_.k1 + 1) /
         (posting.count +
          constants_.k1 * (1 - constants_.b + constants_.b * length));
}

std::vector<Retrieved> Retrieval::top(std::uint32_t query, std::size_t count,
                                      RetrievalScore score) const {
  std::vector<double> scores(documents_.size());
  std::vector<std::uint32_t> found;
  const bool counts = score == RetrievalScore::kCounts;
  for (const Field field : kAllFields) {
    if (counts && field != Field::kBody) continue;
    const FieldIndex& index = fields_[field_index(field)];
    for (const TermId term : collection_.query(query))
      for (const Posting& posting : index.postings[term]) {
        double& sum = scores[posting.place];
        if (sum == 0) found.push_back(posting.place);
        sum += counts ? posting.count : bm25(field, term, posting);
      }
  }
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(-scores[a], a) < std::tuple(-scores[b], b);
  };
  const std::size_t kept = std::min(count, found.size());
  std::partial_sort(found.begin(), found.begin() + kept, found.end(), better);
  std::vector<Retrieved> best;
  for (std::size_t i = 0; i < kept; ++i)
    best.push_back({documents_[found[i]], scores[found[i]]});
  return best;
}

}  // namespace fedltr
