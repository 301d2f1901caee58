#include "app/cli/run_order.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {

RunOrder::RunOrder(const RankedRun& run, std::string file, const Dataset& data)
    : file_(std::move(file)), data_(data) {
  for (const RankedQuery& query : run) {
    auto documents = query.documents;
    std::ranges::sort(documents, [](const auto& a, const auto& b) {
      return a.score != b.score ? a.score > b.score : a.name > b.name;
    });
    auto& names = best_[query.name];
    for (RankedDocument& each : documents)
      names.push_back(std::move(each.name));
  }
}

std::vector<Index> RunOrder::operator()(Index query) const {
  const auto rows = document_names(data_, query);
  TextMap<std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) places.emplace(rows[i], i);
  std::vector<Index> order;
  std::vector<bool> is_ranked(rows.size());
  if (const auto found = best_.find(data_.query_name(query));
      found != best_.end())
    for (const std::string& name : found->second) {
      const auto place = places.find(name);
      if (place == places.end())
        throw DataError(file_ + ": query " + in_quotes(found->first) +
                        " ranks " + in_quotes(name) +
                        ", of which DATA has no row; a row of its name is "
                        "enough, any features do");
      is_ranked[place->second] = true;
      order.push_back(static_cast<Index>(place->second));
    }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!is_ranked[i]) order.push_back(static_cast<Index>(i));
  return order;
}

}  // namespace fedltr
