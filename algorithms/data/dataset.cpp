#include "algorithms/data/dataset.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"

namespace fedltr {

int Dataset::highest_label() const {
  return labels_.empty() ? 0 : *std::ranges::max_element(labels_);
}

void Dataset::add_query(std::string_view name, std::span<const double> values,
                        std::span<const std::uint8_t> labels,
                        const Names& names) {
  require(values.size() == labels.size() * static_cast<std::size_t>(features_),
          "a query needs #documents x #features values");
  require(names.empty() || names.size() == labels.size(),
          "a query needs one name a document or none");
  values_.insert(values_.end(), values.begin(), values.end());
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  ends_.push_back(documents());
  longest_query_ = std::max(longest_query_, static_cast<Index>(labels.size()));
  query_names_.push_back(name);
  for (std::size_t i = 0; i < names.size(); ++i)
    document_names_.push_back(names[i]);
}

void Dataset::append(const Dataset& other) {
  require(other.features_ == features_,
          "sets of different features can't be joined");
  const Index offset = documents();
  longest_query_ = std::max(longest_query_, other.longest_query_);
  values_.insert(values_.end(), other.values_.begin(), other.values_.end());
  labels_.insert(labels_.end(), other.labels_.begin(), other.labels_.end());
  for (Index query = 0; query < other.queries(); ++query) {
    ends_.push_back(offset + other.end(query));
    query_names_.push_back(other.query_name(query));
  }
  for (std::size_t i = 0; i < other.document_names_.size(); ++i)
    document_names_.push_back(other.document_names_[i]);
}

std::span<double> Dataset::mutable_values_of(Index query) {
  return std::span(values_).subspan(
      static_cast<std::size_t>(begin(query) * features_),
      static_cast<std::size_t>(size(query) * features_));
}

}  // namespace fedltr
