#include "algorithms/data/dataset.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/large_pages.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Adds the names of the last ones of so many documents; if any has a name,
/// those without have an empty one.
void add_names(Names& all, std::size_t documents, const Names& names) {
  if (names.empty() && all.empty()) return;
  while (all.size() + names.size() < documents) all.push_back("");
  for (std::size_t i = 0; i < names.size(); ++i) all.push_back(names[i]);
}

}  // namespace

void Dataset::add_query(std::string_view name, std::span<const double> values,
                        std::span<const std::uint8_t> labels,
                        const Names& names) {
  require(values.size() == labels.size() * features_,
          "a query needs #documents x #features values");
  require(names.empty() || names.size() == labels.size(),
          "a query needs one name a document or none");
  auto& all = own_values();
  make_room(all, all.size() + values.size());
  all.insert(all.end(), values.begin(), values.end());
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  ends_.push_back(documents());
  query_names_.push_back(name);
  add_names(document_names_, labels_.size(), names);
}

std::span<double> Dataset::mutable_values_of(Index query) {
  return std::span(own_values())
      .subspan(begin(query) * features_, size(query) * features_);
}

Dataset Dataset::relabelled(std::vector<std::uint8_t> labels) const {
  require(labels.size() == labels_.size(), "each document needs a label");
  Dataset other = *this;
  other.labels_ = std::move(labels);
  return other;
}

std::vector<double>& Dataset::own_values() {
  if (values_.use_count() > 1)
    values_ = std::make_shared<std::vector<double>>(*values_);
  return *values_;
}

namespace {

/// Appends these documents of one query, as a query.
void add_some(Dataset& to, const Dataset& from, Index query,
              std::span<const Index> documents, std::vector<double>& values) {
  values.clear();
  std::vector<std::uint8_t> labels;
  Names names;
  const Index begin = from.begin(query);
  for (const Index document : documents) {
    const auto row = from.all_features().row(document);
    values.insert(values.end(), row.begin(), row.end());
    labels.push_back(from.labels_of(query)[document - begin]);
    if (!from.document_names().empty())
      names.push_back(from.document_names()[document]);
  }
  to.add_query(from.query_name(query), values, labels, names);
}

/// Appends a query; `documents` and `values` are for reuse.
void add_whole(Dataset& to, const Dataset& from, Index query,
               std::vector<Index>& documents, std::vector<double>& values) {
  documents.resize(from.size(query));
  std::iota(documents.begin(), documents.end(), from.begin(query));
  add_some(to, from, query, documents, values);
}

}  // namespace

int highest_label(const Dataset& data) {
  const auto labels = data.labels();
  return labels.empty() ? 0 : *std::ranges::max_element(labels);
}

Index longest_query(const Dataset& data) {
  Index longest = 0;
  for (Index query = 0; query < data.queries(); ++query)
    longest = std::max(longest, data.size(query));
  return longest;
}

void append_queries(Dataset& to, const Dataset& from) {
  require(from.features() == to.features(),
          "sets of different features can't be joined");
  std::vector<double> values;
  std::vector<Index> documents;
  for (Index query = 0; query < from.queries(); ++query)
    add_whole(to, from, query, documents, values);
}

Dataset select_queries(const Dataset& data, const std::vector<Index>& queries) {
  Dataset selected(data.features());
  std::vector<double> values;
  std::vector<Index> documents;
  for (const Index query : queries)
    add_whole(selected, data, query, documents, values);
  return selected;
}

Dataset select_documents(const Dataset& data,
                         const std::vector<Index>& documents) {
  require(std::ranges::is_sorted(documents), "documents are ascending");
  Dataset selected(data.features());
  std::vector<double> values;
  std::size_t first = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    std::size_t last = first;
    while (last < documents.size() && documents[last] < data.end(query)) ++last;
    if (last > first)
      add_some(selected, data, query,
               std::span(documents).subspan(first, last - first), values);
    first = last;
  }
  return selected;
}

}  // namespace fedltr
