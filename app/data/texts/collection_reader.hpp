#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "algorithms/text/collection.hpp"
#include "app/data/texts/text_layout.hpp"

namespace fedltr {

/// Reads the files of a text collection, one kind after the other: documents,
/// queries, then judgements or ranks.
/// @throws DataError  naming file and line
class CollectionReader {
 public:
  explicit CollectionReader(const TokenOptions& tokens) : builder_(tokens) {}

  void read_documents(const std::filesystem::path& file, TextLayout layout);
  void read_queries(const std::filesystem::path& file, TextLayout layout);
  void add_query(const std::string& name, const std::string& text) {
    builder_.add_query(name, text);
  }
  void read_judgements(const std::filesystem::path& file, TextLayout layout);
  /// Derives the grade of each document from its rank (grade_of_rank()).
  void read_ranks(const std::filesystem::path& file);

  /// Returns the files read so far.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  const CollectionNotes& notes() const { return builder_.notes(); }
  Collection take() { return builder_.take(); }

 private:
  void with(const std::filesystem::path& file,
            const std::function<void(std::istream&, const std::string&)>& read);

  CollectionBuilder builder_;
  std::vector<std::filesystem::path> files_;
};

/// Returns the layout of a file of queries: BEIR's or a table.
TextLayout layout_of_queries(const std::filesystem::path& file);

/// @throws DataError  unless it can be read
void require_text_file(const std::filesystem::path& file);

}  // namespace fedltr
