#include "algorithms/silo/own_lists.hpp"

#include <algorithm>
#include <tuple>

#include "algorithms/core/numbers_below.hpp"

namespace fedltr {
namespace {

bool holds_term(const Collection& collection, std::span<const TermId> query,
                std::uint32_t document) {
  return std::ranges::any_of(kAllFields, [&](Field field) {
    const Terms terms = collection.terms(field, document);
    return std::ranges::any_of(
        query, [&](TermId term) { return count_of(terms, term) > 0; });
  });
}

std::uint8_t grade_of(std::span<const Judgement> judged,
                      std::uint32_t document) {
  const auto found =
      std::ranges::lower_bound(judged, document, {}, &Judgement::document);
  return found != judged.end() && found->document == document ? found->grade
                                                              : 0;
}

/// Rows of the best documents by BM25, ascending.
std::vector<Index> best_rows(const Matrix& features, std::size_t depth) {
  const Vector scores =
      features.col(kTextFeatures) + features.col(kTextFeatures + 1);
  auto rows = numbers_below<Index>(features.rows());
  std::ranges::sort(rows, {},
                    [&](Index i) { return std::tuple(-scores(i), i); });
  rows.resize(std::min(rows.size(), depth));
  std::ranges::sort(rows);
  return rows;
}

template <class Pair, class GradesOf>
std::vector<RankedList> lists_of(std::span<const Pair> pairs,
                                 const MatrixView& features,
                                 const GradesOf& grade) {
  std::vector<RankedList> lists;
  for (std::size_t i = 0, end = 0; i < pairs.size(); i = end) {
    RankedList& list = lists.emplace_back();
    for (end = i; end < pairs.size() && pairs[end].query == pairs[i].query;
         ++end)
      grade(pairs[end], list);
    list.features = features.middleRows(i, end - i).rightCols(kRankingFeatures);
  }
  return lists;
}

}  // namespace

OwnLists own_lists(const Collection& collection, const PartyShare& share,
                   std::span<const std::uint32_t> queries, std::size_t depth,
                   const PairFeatures& features) {
  OwnLists lists;
  std::vector<Matrix> blocks;
  for (const std::uint32_t query : queries) {
    const auto judged = judgements_of_query(share.judgements, query);
    std::vector<Judgement> found;
    for (const std::uint32_t document : share.documents)
      if (holds_term(collection, collection.query(query), document))
        found.push_back({query, document, grade_of(judged, document)});
    const Matrix all = features(found);
    const auto rows = best_rows(all, depth);
    blocks.emplace_back(all(rows, Eigen::all));
    for (const Index row : rows) lists.pairs.push_back(found[row]);
  }
  lists.features.resize(std::ssize(lists.pairs), kFeatureColumns);
  Index row = 0;
  for (const Matrix& block : blocks) {
    lists.features.middleRows(row, block.rows()) = block;
    row += block.rows();
  }
  return lists;
}

std::vector<RankedList> ranked_lists(std::span<const Judgement> pairs,
                                     const MatrixView& features) {
  return lists_of(pairs, features, [](const Judgement& pair, RankedList& list) {
    list.grades.push_back(pair.grade);
  });
}

std::vector<RankedList> ranked_lists(const CrossInstances& cross) {
  return lists_of(std::span<const CrossPair>(cross.pairs), cross.features,
                  [](const CrossPair&, RankedList&) {});
}

}  // namespace fedltr
