#include "app/data/shared_queries.hpp"

#include <algorithm>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

/// True for a query of both sets whose documents are the same, in their order.
bool is_same_query(const Dataset& a, Index in_a, const Dataset& b, Index in_b) {
  std::vector<double> room_a;
  std::vector<double> room_b;
  return std::ranges::equal(a.labels_of(in_a), b.labels_of(in_b)) &&
         a.features_of(in_a, room_a) == b.features_of(in_b, room_b);
}

}  // namespace

void refuse_shared_queries(const FoldFiles& files, const Fold& fold,
                           const Files& held, const Dataset& evaluated,
                           bool by_part) {
  const std::string number = " of fold " + std::to_string(fold.number);
  TextMap<Index, std::string_view> trained;
  for (Index query = 0; query < fold.train->queries(); ++query)
    if (const auto name = fold.train->query_name(query);
        !trained.emplace(name, query).second)
      throw DataError(joined_names(files.train) + ": query " + in_quotes(name) +
                      " stands in two parts" + number);
  std::vector<std::string_view> shared;
  for (Index query = 0; query < evaluated.queries(); ++query) {
    const auto found = trained.find(evaluated.query_name(query));
    if (found != trained.end() &&
        (by_part ||
         is_same_query(*fold.train, found->second, evaluated, query)))
      shared.push_back(found->first);
  }
  if (shared.empty()) return;
  throw DataError(
      joined_names(held) + ": " + std::to_string(shared.size()) + " of " +
      std::to_string(evaluated.queries()) +
      " evaluated queries are also training queries, the first is " +
      in_quotes(shared[0]) + " in " + joined_names(files.train) +
      (by_part ? number
               : "; evaluation.on = train evaluates on the training queries"));
}

}  // namespace fedltr
