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
/// names. Shared, never changed once built. Features may be late: they are not
/// there, and who needs them takes the set that load() gives.
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

  /// Whether features are not there; asking for them throws std::logic_error.
  bool is_late() const { return table_ == nullptr; }
  /// The same set with its features, which all share who call this. For several
  /// threads.
  /// @throws what reading them throws
  Dataset load() const;

  Storage storage() const { return table().storage(); }
  /// Of the features.
  std::size_t bytes() const { return table().bytes(); }
  const RoundingLoss& loss() const { return table().loss(); }

  /// #documents of the query by #features, in `room` unless the set is kept as
  /// float64.
  Features features_of(Index query, std::vector<double>& room) const {
    return table().rows(begin(query), size(query), room);
  }
  /// The same with only these of its documents, if they have to be made.
  Features features_of(Index query, std::span<const Index> places,
                       std::vector<double>& room) const {
    return table().some_rows(begin(query), size(query), places, room);
  }
  /// As they are kept.
  FeatureRows rows_of(Index query) const {
    return {table(), begin(query), size(query)};
  }
  // Of sets kept as float64 only; others throw std::invalid_argument.
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
  std::string_view query_name(Index query) const { return query_names_[query]; }
  /// One a document, empty for those without; none at all when the source names
  /// no documents.
  const Names& document_names() const { return document_names_; }

  /// Makes room for so many documents.
  void reserve(Index documents);

  /// Appends a query.
  /// @param values  #documents x #features, row by row
  /// @param names   of the documents, or none
  void add_query(std::string_view name, std::span<const double> values,
                 std::span<const std::uint8_t> labels, const Names& names = {});

  /// The same documents with other labels, one each; the features are shared,
  /// not copied.
  Dataset relabelled(std::vector<std::uint8_t> labels) const;

  /// The same queries with no features at all.
  Dataset without_features() const;
  /// The same queries with other features, which are late.
  /// @param features  #features
  Dataset with_late_features(Index features,
                             std::shared_ptr<FeatureSource> source) const;
  /// The features, for with_late_features(); none if they are late.
  const std::shared_ptr<const FeatureTable>& shared_features() const {
    return table_;
  }

  /// Row-major values, for normalising in place while a set is being built; of
  /// sets kept as float64 only.
  std::span<double> mutable_values_of(Index query);

 private:
  /// Not shared: copied before it is changed.
  FeatureTable& own_table();
  const FeatureTable& table() const { return table_ ? *table_ : fail(); }
  [[noreturn]] static const FeatureTable& fail();

  Index features_;
  std::shared_ptr<const FeatureTable> table_;
  std::shared_ptr<FeatureSource>
      source_;  ///< of features that are late, or were
  std::vector<std::uint8_t> labels_;
  std::vector<Index> ends_;
  Names query_names_;
  Names document_names_;
};

int highest_label(const Dataset& data);
/// Most documents of any query.
Index longest_query(const Dataset& data);

/// Appends all queries of another set.
/// @throws std::invalid_argument unless it has as many features
void append_queries(Dataset& to, const Dataset& from);

/// The same set with its features kept as that.
Dataset kept_as(Storage storage, Dataset data);

/// The set of some of its queries, in that order; a query may come twice. Kept
/// as the set is, like other parts of it.
Dataset select_queries(const Dataset& data, const std::vector<Index>& queries);

/// The set of some of its documents, which are ascending; queries of which none
/// is left are gone.
Dataset select_documents(const Dataset& data,
                         const std::vector<Index>& documents);

}  // namespace fedltr
