#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fedltr {

/// Layout of the files of a text collection.
enum class TextLayout : std::uint8_t {
  kBeir,       ///< corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv
  kDocuments,  ///< MS MARCO documents: docid, url, title, body
  kPassages,   ///< MS MARCO passages: pid, passage
};

/// Files of a text collection; empty if there is none of a kind.
struct TextFiles {
  TextLayout layout = TextLayout::kBeir;
  std::filesystem::path documents;
  std::filesystem::path queries;
  std::filesystem::path judgements;
  std::filesystem::path ranks;  ///< a TREC run instead of judgements
};

/// Default split of judgements.
inline constexpr const char* kTestSplit = "test";

/// Returns the file, or its .gz.
std::filesystem::path plain_or_packed(const std::filesystem::path& file);

/// Finds the files of a folder and its layout: `collection.tsv` means MS
/// MARCO's passages, `msmarco-docs.tsv` its documents, with `queries.SPLIT.tsv`
/// and `qrels.SPLIT.tsv`; any other folder is BEIR's. All may be .gz.
/// @param split  of judgements and queries; if kTestSplit is absent, MS MARCO's
///               only split is used, and BEIR's folder has no judgements
/// @throws DataError  if there are judgements of other splits only
TextFiles text_files_in(const std::filesystem::path& folder,
                        const std::string& split);

/// @throws DataError  if a folder's judgements are not there; names its splits,
///                    or files that may be judgements
void require_judgements(const TextFiles& files);

}  // namespace fedltr
