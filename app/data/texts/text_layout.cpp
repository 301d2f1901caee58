#include "app/data/texts/text_layout.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/data/letor.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kQrels = "qrels.";
constexpr std::string_view kTable = ".tsv";

/// Returns the splits that a folder has judgements of, qrels.SPLIT.tsv.
std::vector<std::string> splits_in(const fs::path& folder) {
  std::vector<std::string> splits;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (name.size() > kQrels.size() + kTable.size() &&
        name.starts_with(kQrels) && name.ends_with(kTable))
      splits.push_back(
          name.substr(kQrels.size(), name.size() - kQrels.size() - 4));
  }
  std::ranges::sort(splits);
  // A folder may hold a file both plain and compressed.
  splits.erase(std::ranges::unique(splits).begin(), splits.end());
  return splits;
}

/// Returns the wanted split, or the only one if it is the default that is
/// absent.
std::string split_of(const fs::path& folder, const std::string& wanted) {
  const auto splits = splits_in(folder);
  if (splits.empty() || std::ranges::count(splits, wanted) > 0) return wanted;
  if (splits.size() == 1 && wanted == kTestSplit) return splits[0];
  throw DataError(folder.string() + ": holds qrels of " + join(splits, ", ") +
                  "; expected one of them, got " + wanted +
                  " (data.split, --split)");
}

TextFiles msmarco_files(const fs::path& folder, TextLayout layout,
                        const fs::path& documents, const std::string& wanted) {
  const std::string split = split_of(folder, wanted);
  return {layout,
          documents,
          plain_or_packed(folder / ("queries." + split + ".tsv")),
          plain_or_packed(folder / ("qrels." + split + ".tsv")),
          {}};
}

}  // namespace

fs::path plain_or_packed(const fs::path& file) {
  const fs::path packed = file.string() + ".gz";
  return !fs::exists(file) && fs::exists(packed) ? packed : file;
}

TextFiles text_files_in(const fs::path& folder, const std::string& split) {
  const fs::path passages = plain_or_packed(folder / "collection.tsv");
  const fs::path documents = plain_or_packed(folder / "msmarco-docs.tsv");
  const fs::path corpus = plain_or_packed(folder / "corpus.jsonl");
  if (!fs::exists(corpus) && fs::exists(passages))
    return msmarco_files(folder, TextLayout::kPassages, passages, split);
  if (!fs::exists(corpus) && fs::exists(documents))
    return msmarco_files(folder, TextLayout::kDocuments, documents, split);
  return {TextLayout::kBeir,
          corpus,
          plain_or_packed(folder / "queries.jsonl"),
          plain_or_packed(folder / "qrels" / (split + ".tsv")),
          {}};
}

}  // namespace fedltr
