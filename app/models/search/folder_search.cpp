#include "app/models/search/folder_search.hpp"

#include "algorithms/data/letor.hpp"
#include "algorithms/text/searchable.hpp"
#include "app/data/text_files.hpp"
#include "app/data/texts/collection_reader.hpp"
#include "app/models/search/statistics_file.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

void read_queries(CollectionReader& reader, const FolderQueries& queries,
                  const TextFiles& files) {
  if (queries.words) return reader.add_query("query", *queries.words);
  if (queries.file)
    return reader.read_queries(*queries.file, layout_of_queries(*queries.file));
  reader.read_queries(files.queries, files.layout);
}

Collection read_folder(const FolderQueries& queries,
                       const TokenOptions& tokens) {
  if (!fs::is_directory(queries.folder))
    throw DataError(queries.folder.string() + ": is no folder");
  const TextFiles files = text_files_in(queries.folder, queries.split);
  CollectionReader reader(tokens);
  reader.read_documents(files.documents, files.layout);
  read_queries(reader, queries, files);
  if (!queries.words && queries.labelled && fs::exists(files.judgements))
    reader.read_judgements(files.judgements);
  if (!queries.words && !queries.file)
    log_notes(queries.folder.string(), reader.notes());
  Collection collection = reader.take();
  if (!has_text(collection))
    throw DataError(files.documents.string() + ": no document has a word");
  return collection;
}

KnownStatistics statistics_of(const Collection& collection,
                              const std::optional<fs::path>& kept) {
  return kept ? read_statistics(*kept, collection)
              : KnownStatistics(collection);
}

/// Refuses names that LETOR files and TREC runs can't hold.
void require_word(std::string_view name, const std::string& what) {
  if (name.find_first_of(" \t\r\n\f\v#") != std::string_view::npos)
    throw DataError(what + " '" + std::string(name) +
                    "': has a blank or '#', which LETOR files and runs can't "
                    "hold; give it another name in the folder");
}

}  // namespace

FolderSearch::FolderSearch(const FolderQueries& queries,
                           const FeatureSpec& spec)
    : folder_(queries.folder.string()),
      kind_(spec.kind),
      collection_(std::make_unique<const Collection>(
          read_folder(queries, spec.tokens))),
      search_(std::make_unique<const OwnSearch>(
          *collection_, statistics_of(*collection_, spec.statistics),
          spec.candidates, spec.constants)) {}

Dataset FolderSearch::find(std::uint32_t query) const {
  Dataset data(kind_.features);
  const FoundDocuments found = search_->find(query);
  if (found.documents.empty()) return data;
  const std::string_view name = collection_->query_names()[query];
  require_word(name, folder_ + ": query");
  Names names;
  for (const std::uint32_t document : found.documents) {
    const std::string_view each = collection_->document_names()[document];
    require_word(each, folder_ + ": document");
    names.push_back(each);
  }
  const Matrix columns = found.features.middleCols(kind_.first, kind_.features);
  data.add_query(name,
                 {columns.data(), static_cast<std::size_t>(columns.size())},
                 found.labels, names);
  return data;
}

}  // namespace fedltr
