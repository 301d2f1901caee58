#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/data/feature_source.hpp"
#include "algorithms/data/feature_table.hpp"
#include "algorithms/data/names.hpp"

namespace fedltr {

/// Queries with their candidate documents: features, relevance grades and
/// names. Shared, immutable once built. Features may be late: not in memory;
/// code that needs them takes the set that load() returns.
class Dataset {
 public:
  using Features = FeatureTable::Rows;

  explicit Dataset(Index features = 0, Storage storage = Storage::kFloat64)
      : features_(features),
        table_(std::make_shared<FeatureTable>(features, storage)) {}

  Index queries() const { return std::ssize(ends_); }
  Index documents() const { return std::ssize(labels_); }
  Index features() const { return features_; }

  Index begin(Index query) const { return query == 0 ? 0 : ends_[query - 1]; }
  Index end(Index query) const { return ends_[query]; }
  Index size(Index query) const { return end(query) - begin(query); }

  /// True if features are not in memory; asking for them throws
  /// std::logic_error.
  bool is_late() const { return table_ == nullptr; }
  /// Returns the same set with its features, shared by all callers.
  /// Thread-safe.
  /// @throws exceptions of reading them
  Dataset load() const;

  Storage storage() const { return table().storage(); }
  /// Bytes of the features.
  std::size_t bytes() const { return table().bytes(); }
  const RoundingLoss& loss() const { return table().loss(); }

  /// #documents of the query by #features, in `room` unless the set is stored
  /// as float64.
  Features features_of(Index query, std::vector<double>& room) const {
    return table().rows(begin(query), size(query), room);
  }
  /// The same, but only these documents are filled if `room` is used.
  Features features_of(Index query, std::span<const Index> places,
                       std::vector<double>& room) const {
    return table().some_rows(begin(query), size(query), places, room);
  }
  /// Features of a query, as stored.
  FeatureRows rows_of(Index query) const {
    return {table(), begin(query), size(query)};
  }
  // Only for sets stored as float64; others throw std::invalid_argument.
  Features features_of(Index query) const {
    return {table().numbers().data() + begin(query) * features_, size(query),
            features_};
  }
  /// #documents by #features
  Features all_features() const {
    return {table().numbers().data(), documents(), features_};
  }

  /// Relevance grades, 0 is irrelevant.
  std::span<const std::uint8_t> labels_of(Index query) const {
    return std::span(labels_).subspan(begin(query), size(query));
  }
  std::span<const std::uint8_t> labels() const { return labels_; }
  /// Weights of the queries, above 0: how often each is searched compared with
  /// others; empty: equally often.
  std::span<const double> query_weights() const { return query_weights_; }
  std::string_view query_name(Index query) const { return query_names_[query]; }
  /// One per document, empty for those without; an empty list if the source
  /// names no documents.
  const Names& document_names() const { return document_names_; }

  /// Reserves room for `documents` documents.
  void reserve(Index documents);

  /// Appends a query, of weight 1 if the others have weights.
  /// @param values  #documents x #features, row by row
  /// @param names   of the documents, or empty
  void add_query(std::string_view name, std::span<const double> values,
                 std::span<const std::uint8_t> labels, const Names& names = {});

  /// Returns the same documents with other labels, one each; shares the
  /// features.
  Dataset relabelled(std::vector<std::uint8_t> labels) const;

  /// Returns the same queries with other weights, one each.
  Dataset weighted(std::vector<double> weights) const;

  /// Returns the same queries without features.
  Dataset without_features() const;
  /// Returns the same queries with other features, which are late.
  /// @param features  #features
  Dataset with_late_features(Index features,
                             std::shared_ptr<FeatureSource> source) const;
  /// The features, for with_late_features(); null if they are late.
  const std::shared_ptr<const FeatureTable>& shared_features() const {
    return table_;
  }

  /// Row-major values, for normalising in place while a set is being built;
  /// only for sets stored as float64.
  std::span<double> mutable_values_of(Index query);

 private:
  /// Returns a table that is not shared: copies it if it is.
  FeatureTable& own_table();
  const FeatureTable& table() const { return table_ ? *table_ : fail(); }
  [[noreturn]] static const FeatureTable& fail();

  Index features_;
  std::shared_ptr<const FeatureTable> table_;
  std::shared_ptr<FeatureSource>
      source_;  ///< of features that are late, or were
  std::vector<std::uint8_t> labels_;
  std::vector<Index> ends_;
  std::vector<double> query_weights_;
  Names query_names_;
  Names document_names_;
};

int highest_label(const Dataset& data);
/// Largest number of documents of a query.
Index longest_query(const Dataset& data);

/// Appends all queries of another set.
/// @throws std::invalid_argument unless it has the same number of features
void append_queries(Dataset& to, const Dataset& from);

/// Returns the same set with its features stored that way.
Dataset kept_as(Storage storage, Dataset data);

/// Returns the set of some of its queries, in that order; a query may come
/// twice. Stored the same way.
Dataset select_queries(const Dataset& data, const std::vector<Index>& queries);

/// Returns the set of some of its documents, given in ascending order; drops
/// queries without any.
Dataset select_documents(const Dataset& data,
                         const std::vector<Index>& documents);

}  // namespace fedltr
