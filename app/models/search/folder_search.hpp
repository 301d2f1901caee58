#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/data/dataset.hpp"
#include "algorithms/silo_search/own_search.hpp"
#include "app/data/texts/text_layout.hpp"
#include "app/models/search/feature_spec.hpp"

namespace fedltr {

/// Queries to a folder.
struct FolderQueries {
  std::filesystem::path folder;    ///< in BEIR's or MS MARCO's layout
  std::string split = kTestSplit;  ///< of its judgements
  /// File of queries instead of the folder's own.
  std::optional<std::filesystem::path> file = {};
  /// A single query instead of a file's.
  std::optional<std::string> words = {};
  bool labelled = true;  ///< reads judgements, as labels; else all labels are 0
};

/// Queries of a folder, and their features in its documents.
class FolderSearch {
 public:
  /// @throws DataError  naming file and line
  FolderSearch(const FolderQueries& queries, const FeatureSpec& spec);

  std::size_t queries() const { return collection_->queries(); }
  const Collection& collection() const { return *collection_; }

  /// Returns the candidates of a query as a data set with this query only:
  /// named documents in the order of the folder, features of the model,
  /// judgements as labels. It has no query if nothing is found.
  Dataset find(std::uint32_t query) const;

 private:
  std::string folder_;  ///< for messages
  SiloModelKind kind_;
  std::unique_ptr<const Collection> collection_;
  std::unique_ptr<const OwnSearch> search_;
};

}  // namespace fedltr
