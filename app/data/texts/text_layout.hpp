#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fedltr {

/// How the files of a text collection are laid out.
enum class TextLayout : std::uint8_t {
  kBeir,       ///< corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv
  kDocuments,  ///< MS MARCO documents: docid, url, title, body
  kPassages,   ///< MS MARCO passages: pid, passage
};

/// The files of a text collection; what there is none of is empty.
struct TextFiles {
  TextLayout layout = TextLayout::kBeir;
  std::filesystem::path documents;
  std::filesystem::path queries;
  std::filesystem::path judgements;
  std::filesystem::path ranks;  ///< a TREC run instead of judgements
};

/// Whose judgements are read unless another split is asked for.
inline constexpr const char* kTestSplit = "test";

/// The file, or the same with .gz.
std::filesystem::path plain_or_packed(const std::filesystem::path& file);

/// The files of a folder, by which of them are there: `collection.tsv` makes it
/// MS MARCO's passages, `msmarco-docs.tsv` its documents, and their other files
/// are `queries.SPLIT.tsv` and `qrels.SPLIT.tsv`; any other folder is BEIR's.
/// All may be .gz.
/// @param split  of judgements and queries; kTestSplit gives way to the only
/// one
///               that is there
/// @throws DataError  for judgements of other splits only
TextFiles text_files_in(const std::filesystem::path& folder,
                        const std::string& split);

}  // namespace fedltr
