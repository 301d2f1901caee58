#include "app/data/texts/text_layout.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/data/letor.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTable = ".tsv";

/// Returns the splits that a folder has judgements of, PREFIX + SPLIT.tsv.
std::vector<std::string> splits_in(const fs::path& folder,
                                   const std::string& prefix) {
  std::vector<std::string> splits;
  if (!fs::is_directory(folder)) return splits;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (name.size() > prefix.size() + kTable.size() &&
        name.starts_with(prefix) && name.ends_with(kTable))
      splits.push_back(name.substr(
          prefix.size(), name.size() - prefix.size() - kTable.size()));
  }
  std::ranges::sort(splits);
  // A folder may hold a file both plain and compressed.
  splits.erase(std::ranges::unique(splits).begin(), splits.end());
  return splits;
}

[[noreturn]] void refuse_split(const fs::path& folder,
                               const std::vector<std::string>& splits,
                               const std::string& wanted) {
  throw DataError(folder.string() + ": holds qrels of " + join(splits, ", ") +
                  "; expected one of them, got " + wanted +
                  " (data.split, --split)");
}

/// Returns the wanted split, or the only one if it is the default that is
/// absent.
std::string split_of(const fs::path& folder, const std::string& wanted) {
  const auto splits = splits_in(folder, "qrels.");
  if (splits.empty() || std::ranges::count(splits, wanted) > 0) return wanted;
  if (splits.size() == 1 && wanted == kTestSplit) return splits[0];
  refuse_split(folder, splits, wanted);
}

/// Returns the names of files in a folder that begin with a prefix.
std::vector<std::string> names_in(const fs::path& folder,
                                  const std::string& prefix) {
  std::vector<std::string> names;
  if (!fs::is_directory(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename().string();
        entry.is_regular_file() && name.starts_with(prefix))
      names.push_back(name);
  std::ranges::sort(names);
  return names;
}

/// Refuses files that look like judgements, but have other names.
/// @param folder  of judgements, in that of the texts
void refuse_names(const fs::path& folder, const fs::path& wanted) {
  constexpr std::size_t kMostShown = 8;
  auto names = names_in(folder, "");
  for (std::string& name : names) name = "qrels/" + name;
  for (std::string& name : names_in(folder.parent_path(), "qrels"))
    names.push_back(std::move(name));
  if (names.empty()) return;
  if (names.size() > kMostShown) names.resize(kMostShown);
  throw DataError(wanted.string() + ": there is no such file, but " +
                  join(names, ", ") +
                  "; expected qrels/SPLIT.tsv, with SPLIT of data.split or "
                  "--split (fedltr eval: or judgements after the folder)");
}

TextFiles beir_files(const fs::path& folder, const fs::path& documents,
                     const std::string& wanted) {
  const fs::path judgements =
      plain_or_packed(folder / "qrels" / (wanted + std::string(kTable)));
  TextFiles files = {TextLayout::kBeir,
                     documents,
                     plain_or_packed(folder / "queries.jsonl"),
                     judgements,
                     {}};
  // Without judgements of the default split a folder can still be searched.
  if (wanted != kTestSplit) require_judgements(files);
  return files;
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
  return beir_files(folder, corpus, split);
}

void require_judgements(const TextFiles& files) {
  if (files.layout != TextLayout::kBeir || fs::exists(files.judgements)) return;
  const fs::path folder = files.judgements.parent_path();
  const auto splits = splits_in(folder, "");
  if (!splits.empty())
    refuse_split(folder, splits, files.judgements.stem().string());
  refuse_names(folder, files.judgements);
}

}  // namespace fedltr
