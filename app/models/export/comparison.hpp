#pragma once

#include <optional>

#include "app/data/query_ranker.hpp"
#include "app/models/export/target.hpp"

namespace fedltr {

/// Compares rankings by a target's arithmetic with those of `fedltr rank`.
class ExportComparison {
 public:
  /// @param file    the model
  /// @param target  a target that takes `model`; outlives this
  /// @param model   what is exported of it
  ExportComparison(const ModelFile& file, std::optional<std::uint32_t> client,
                   const ExportTarget& target, ExportedModel model);

  /// Adds queries with features as they are in the file.
  void add(const Dataset& data);

  /// Number of pairs of documents of the same query.
  std::uint64_t pairs() const { return pairs_; }
  /// Number of these whose order differs. Equal scores keep the data's order.
  std::uint64_t changed() const { return changed_; }

 private:
  Normalizer normalizer_;
  QueryRanker ours_;
  const ExportTarget& target_;
  ExportedModel model_;
  std::uint64_t pairs_ = 0;
  std::uint64_t changed_ = 0;
};

}  // namespace fedltr
