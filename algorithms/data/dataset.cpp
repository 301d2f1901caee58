#include "algorithms/data/dataset.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Adds the names of the last `documents` documents; if any has a name,
/// documents without one get an empty one.
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
          "a query needs one name per document, or no names");
  own_table().append(values);
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  ends_.push_back(documents());
  query_names_.push_back(name);
  if (!query_weights_.empty()) query_weights_.push_back(1);
  add_names(document_names_, labels_.size(), names);
}

std::span<double> Dataset::mutable_values_of(Index query) {
  return own_table().numbers().subspan(begin(query) * features_,
                                       size(query) * features_);
}

void Dataset::reserve(Index documents) {
  own_table().reserve(static_cast<std::size_t>(documents * features_));
}

Dataset Dataset::relabelled(std::vector<std::uint8_t> labels) const {
  require(labels.size() == labels_.size(), "each document needs a label");
  Dataset other = *this;
  other.labels_ = std::move(labels);
  return other;
}

Dataset Dataset::weighted(std::vector<double> weights) const {
  require(std::ssize(weights) == queries(), "each query needs a weight");
  Dataset other = *this;
  other.query_weights_ = std::move(weights);
  return other;
}

Dataset Dataset::load() const {
  Dataset other = *this;
  if (is_late()) other.table_ = source_->table();
  return other;
}

Dataset Dataset::without_features() const {
  Dataset other = *this;
  other.features_ = 0;
  other.table_ = std::make_shared<FeatureTable>(0, Storage::kFloat64);
  other.source_ = nullptr;
  return other;
}

Dataset Dataset::with_late_features(
    Index features, std::shared_ptr<FeatureSource> source) const {
  Dataset other = *this;
  other.features_ = features;
  other.table_ = nullptr;
  other.source_ = std::move(source);
  return other;
}

const FeatureTable& Dataset::fail() {
  throw std::logic_error("features are not loaded yet");
}

FeatureTable& Dataset::own_table() {
  // Tables of a source are also shared with later callers.
  if (source_ || table_.use_count() > 1) {
    table_ = std::make_shared<FeatureTable>(table());
    source_ = nullptr;
  }
  return const_cast<FeatureTable&>(*table_);  // made here, for this set alone
}

namespace {

/// Builds a set from documents of another one, stored the same way.
class Selection {
 public:
  explicit Selection(const Dataset& from) : Selection(from, empty_like(from)) {}
  Selection(const Dataset& from, Dataset to)
      : from_(from),
        to_(std::move(to)),
        weights_(to_.query_weights().begin(), to_.query_weights().end()) {}

  /// Appends these documents of one query, as a query.
  void add(Index query, std::span<const Index> documents) {
    const Index begin = from_.begin(query);
    const auto features = from_.features_of(query, room_);
    values_.clear();
    labels_.clear();
    Names names;
    for (const Index document : documents) {
      const auto row = features.row(document - begin);
      values_.insert(values_.end(), row.begin(), row.end());
      labels_.push_back(from_.labels_of(query)[document - begin]);
      if (!from_.document_names().empty())
        names.push_back(from_.document_names()[document]);
    }
    add_weight(query);
    to_.add_query(from_.query_name(query), values_, labels_, names);
  }

  /// Appends a query.
  void add(Index query) {
    documents_.resize(from_.size(query));
    std::iota(documents_.begin(), documents_.end(), from_.begin(query));
    add(query, documents_);
  }

  Dataset take() {
    return weights_.empty() ? std::move(to_) : to_.weighted(weights_);
  }

 private:
  void add_weight(Index query) {
    const auto weights = from_.query_weights();
    if (weights.empty() && weights_.empty()) return;
    weights_.resize(static_cast<std::size_t>(to_.queries()), 1);
    weights_.push_back(weights.empty() ? 1 : weights[query]);
  }
  static Dataset empty_like(const Dataset& from) {
    return Dataset(from.features(), from.storage());
  }

  const Dataset& from_;
  Dataset to_;
  std::vector<double> weights_;  ///< of the queries of to_; empty: the same
  std::vector<double> room_;
  std::vector<double> values_;
  std::vector<std::uint8_t> labels_;
  std::vector<Index> documents_;
};

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
  Selection all(from, std::move(to));
  for (Index query = 0; query < from.queries(); ++query) all.add(query);
  to = all.take();
}

Dataset select_queries(const Dataset& data, const std::vector<Index>& queries) {
  Selection selected(data);
  for (const Index query : queries) selected.add(query);
  return selected.take();
}

Dataset select_documents(const Dataset& data,
                         const std::vector<Index>& documents) {
  require(std::ranges::is_sorted(documents), "documents are ascending");
  Selection selected(data);
  std::size_t first = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    std::size_t last = first;
    while (last < documents.size() && documents[last] < data.end(query)) ++last;
    if (last > first)
      selected.add(query, std::span(documents).subspan(first, last - first));
    first = last;
  }
  return selected.take();
}

Dataset kept_as(Storage storage, Dataset data) {
  if (data.storage() == storage) return data;
  Dataset empty(data.features(), storage);
  empty.reserve(data.documents());
  Selection all(data, std::move(empty));
  for (Index query = 0; query < data.queries(); ++query) all.add(query);
  return all.take();
}

}  // namespace fedltr
