#pragma once

#include <string>
#include <vector>

#include "algorithms/text/collection.hpp"
#include "algorithms/text/readers.hpp"
#include "app/data/texts/collection_sample.hpp"

namespace fedltr {

/// Reads the files of a text collection, one kind after the other: documents,
/// queries, then judgements or ranks.
/// @throws DataError  naming file and line
class CollectionReader {
 public:
  /// @param sample  part to read; null: all. Must outlive this
  explicit CollectionReader(const TokenOptions& tokens,
                            const CollectionSample* sample = nullptr)
      : builder_(tokens), sample_(sample) {}

  void read_documents(const std::filesystem::path& file, TextLayout layout);
  void read_queries(const std::filesystem::path& file, TextLayout layout);
  void add_query(const std::string& name, const std::string& text) {
    builder_.add_query(name, text);
  }
  void read_judgements(const std::filesystem::path& file);
  /// Derives the grade of each document from its rank (grade_of_rank()).
  void read_ranks(const std::filesystem::path& file);

  /// Returns the files read so far.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  const CollectionNotes& notes() const { return builder_.notes(); }
  Collection take() { return builder_.take(); }

 private:
  bool keeps_query(std::string_view name) const {
    return !sample_ || sample_->keeps_query(name);
  }
  void add_judgement(const TextJudgement& judgement);

  CollectionBuilder builder_;
  const CollectionSample* sample_;
  std::vector<std::filesystem::path> files_;
};

/// Returns the layout of a file of queries: BEIR's or a table.
TextLayout layout_of_queries(const std::filesystem::path& file);

}  // namespace fedltr
