#include "app/data/text_files.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "algorithms/text/searchable.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/side_by_side.hpp"
#include "app/data/member_rows.hpp"
#include "app/data/own_row_file.hpp"
#include "app/data/texts/collection_reader.hpp"
#include "app/data/texts/text_reading.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Returns the files of a scenario.
TextFiles files_of(const Scenario& scenario) {
  const SiloSettings& silo = scenario.silo;
  if (text_format(scenario) == Format::kBeir)
    return text_files_in(silo.folder, silo.qrels_split);
  return {TextLayout::kDocuments, silo.documents, silo.queries, silo.qrels,
          silo.ranks};
}

/// Draws the parties' documents and queries, if they have a number of them.
std::optional<CollectionSample> sample_of(const SiloSettings& silo,
                                          const TextFiles& files) {
  if (!silo.sized()) return std::nullopt;
  spdlog::info("drawing the parties' documents and queries from {}",
               files.documents.string());
  return CollectionSample(files, {silo.own_documents, silo.own_queries,
                                  silo.parties, silo.sample_seed});
}

Collection read_collection(const Scenario& scenario, LoadedCollection& loaded) {
  const TextFiles files = files_of(scenario);
  const auto sample = sample_of(scenario.silo, files);
  CollectionReader reader(scenario.silo.tokens, sample ? &*sample : nullptr);
  reader.read_documents(files.documents, files.layout);
  reader.read_queries(files.queries, files.layout);
  loaded.queries = files.queries.string();
  if (!files.ranks.empty())
    reader.read_ranks(files.ranks);
  else
    reader.read_judgements(files.judgements);
  for (const fs::path& file : reader.files())
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  loaded.notes = reader.notes();
  return reader.take();
}

std::string digest(const Collection& collection) {
  Sha256 sum;
  const auto add = [&](auto span) { sum.add(span.data(), span.size_bytes()); };
  for (std::size_t d = 0; d < collection.documents(); ++d)
    for (const Field field : kAllFields) add(collection.terms(field, d));
  for (std::size_t q = 0; q < collection.queries(); ++q)
    add(collection.query(q));
  for (const Judgement& each : collection.judgements())
    for (const std::uint32_t number :
         {each.query, each.document, std::uint32_t{each.grade}})
      sum.add(&number, sizeof(number));
  return sum.hex();
}

}  // namespace

namespace {

constexpr const char* kUnsegmented =
    ": most text is of a script without spaces and not split into words (as in "
    "Chinese, Japanese, Thai); separate the words of documents and queries by "
    "blanks";

/// Refuses a collection that can't be evaluated.
void check_searchable(const LoadedCollection& loaded) {
  const Collection& collection = *loaded.collection;
  const std::string& documents = loaded.files.front().name;
  if (collection.judgements().empty())
    throw DataError(loaded.files.back().name +
                    ": judges no document and query of the collection");
  if (count_queries(collection).relevant == 0)
    throw DataError(loaded.files.back().name +
                    ": no query has a relevant document, of grade 1 or more");
  if (!has_text(collection))
    throw DataError(documents + ": no document has a word");
  if (is_unsegmented(collection)) throw DataError(documents + kUnsegmented);
  if (!finds_anything(collection))
    throw DataError(loaded.queries +
                    ": no word of a query stands in any document");
}

}  // namespace

SyntheticTextOptions synthetic_text_options(const Scenario& scenario) {
  SyntheticTextOptions options = scenario.silo.texts;
  const auto& synthetic = scenario.synthetic;
  if (synthetic.documents > 0)
    options.documents = static_cast<std::uint32_t>(synthetic.documents);
  if (synthetic.queries > 0)
    options.queries = static_cast<std::uint32_t>(synthetic.queries);
  const SiloSettings& silo = scenario.silo;
  if (silo.own_documents > 0) {
    options.documents = silo.own_documents * silo.parties;
    // As large a share is relevant, however many parties there are.
    for (std::uint32_t& depth : options.depths) depth *= silo.parties;
  }
  if (silo.own_queries > 0) options.queries = silo.own_queries * silo.parties;
  options.noise = synthetic.noise;
  options.seed = synthetic.seed;
  return options;
}

namespace {

/// Refuses the folder of a member that has rows in place of texts.
void require_texts(const fs::path& folder) {
  const fs::path rows = plain_or_packed(folder / kMemberRows);
  if (fs::exists(rows) &&
      !fs::exists(text_files_in(folder, kTestSplit).documents))
    throw DataError(rows.string() +
                    ": a party needs texts (corpus.jsonl, queries.jsonl, "
                    "qrels/test.tsv), not rows of features; on rows companies "
                    "train with fedltr member (docs/members.md)");
}

}  // namespace

LoadedCollection load_member(const Scenario& scenario, const fs::path& folder) {
  require_texts(folder);
  Scenario own = scenario;
  own.silo.folder = folder;
  own.data.format = Format::kBeir;
  LoadedCollection loaded;
  loaded.collection =
      std::make_shared<const Collection>(read_collection(own, loaded));
  loaded.grades = static_cast<Index>(scenario.silo.grades);
  const Collection& collection = *loaded.collection;
  if (collection.highest_grade() >= loaded.grades)
    throw DataError(
        fmt::format("{}: has grade {}, and silo.grades = {} allows 0 to {}",
                    loaded.files.back().name, collection.highest_grade(),
                    loaded.grades, loaded.grades - 1));
  if (!has_text(collection))
    throw DataError(loaded.files.front().name + ": no document has a word");
  if (is_unsegmented(collection))
    throw DataError(loaded.files.front().name + kUnsegmented);
  return loaded;
}

namespace {

void require_folder(const Scenario& scenario) {
  if (scenario.silo.folder.empty())
    throw UsageError(
        "silo.members = " + scenario.text.at("silo.members") +
        ": give data.folder, which has a folder for each, or let each run "
        "fedltr party");
}

/// Loads the rows of those members that have some.
void load_own_rows(const Scenario& scenario, LoadedCollection& loaded) {
  const SiloSettings& silo = scenario.silo;
  bool any = false;
  for (std::size_t i = 0; i < silo.members.size(); ++i) {
    const fs::path file = silo.folder / silo.members[i] / silo.own_rows;
    auto& rows = loaded.own_rows.emplace_back(std::make_shared<OwnRows>(0));
    if (!fs::exists(file)) continue;
    const ReadRows read = read_own_rows(file, *loaded.own.at(i));
    spdlog::info("{}: {}", file.string(), own_rows_line(read));
    log_notes(file.string(), read.notes);
    loaded.files.push_back({file.string(), sha256_of_file(file)});
    rows = read.rows;
    any = true;
  }
  if (!any)
    throw DataError("data.own-rows = " + silo.own_rows + ": no member has a " +
                    (silo.folder / "NAME" / silo.own_rows).string());
}

/// Loads the folders of all members, side by side, for simulations.
LoadedCollection load_members(const Scenario& scenario) {
  LoadedCollection loaded;
  std::vector<const Collection*> collections;
  require_folder(scenario);
  for (const std::string& member : scenario.silo.members) {
    LoadedCollection own = load_member(scenario, scenario.silo.folder / member);
    std::ranges::move(own.files, std::back_inserter(loaded.files));
    loaded.notes += own.notes;
    loaded.queries = own.queries;
    loaded.own.push_back(own.collection);
    collections.push_back(loaded.own.back().get());
  }
  if (!scenario.silo.own_rows.empty()) load_own_rows(scenario, loaded);
  auto merged = merge_collections(collections, scenario.silo.members);
  auto kept = std::make_shared<const MergedCollections>(std::move(merged));
  loaded.collection = {kept, &kept->all};
  loaded.merged = std::move(kept);
  loaded.grades = static_cast<Index>(scenario.silo.grades);
  return loaded;
}

}  // namespace

LoadedCollection load_collection(const Scenario& scenario,
                                 std::size_t threads) {
  LoadedCollection loaded;
  if (!scenario.silo.members.empty()) {
    loaded = load_members(scenario);
    check_searchable(loaded);
    return loaded;
  }
  if (text_format(scenario) == Format::kSynthetic) {
    const SyntheticTextOptions options = synthetic_text_options(scenario);
    loaded.collection = std::make_shared<const Collection>(
        synthesize_text(options, all_on(threads)));
    loaded.files.push_back(
        {fmt::format("synthetic texts: {} documents and {} queries, seed {}",
                     options.documents, options.queries, options.seed),
         digest(*loaded.collection)});
    loaded.queries = loaded.files.back().name;
  } else {
    loaded.collection =
        std::make_shared<const Collection>(read_collection(scenario, loaded));
  }
  check_searchable(loaded);
  loaded.grades = std::max<Index>(3, loaded.collection->highest_grade() + 1);
  return loaded;
}

namespace {

void check_member_files(const Scenario& scenario) {
  if (scenario.silo.folder.empty()) return;  // members run on other machines
  for (const std::string& member : scenario.silo.members) {
    Scenario own = scenario;
    own.silo.members.clear();
    own.silo.folder = scenario.silo.folder / member;
    check_text_files(own);
  }
}

}  // namespace

void check_text_files(const Scenario& scenario) {
  if (text_format(scenario) == Format::kSynthetic) return;
  if (!scenario.silo.members.empty()) return check_member_files(scenario);
  const TextFiles files = files_of(scenario);
  if (files.ranks.empty()) require_judgements(files);
  for (const fs::path& file :
       {files.documents, files.queries,
        files.ranks.empty() ? files.judgements : files.ranks})
    require_text_file(file);
}

void log_notes(const std::string& of, const CollectionNotes& notes) {
  if (notes.unknown_queries > 0)
    spdlog::warn("{}: {} judgements of unknown queries were left out", of,
                 notes.unknown_queries);
  if (notes.unknown_documents > 0)
    spdlog::warn("{}: {} judgements of unknown documents were left out", of,
                 notes.unknown_documents);
  if (notes.repeated_pairs > 0)
    spdlog::warn("{}: {} judgements occur more than once, with equal grades",
                 of, notes.repeated_pairs);
  if (notes.empty_documents > 0)
    spdlog::warn("{}: {} documents have no terms", of, notes.empty_documents);
  if (notes.empty_queries > 0)
    spdlog::warn("{}: {} queries have no terms", of, notes.empty_queries);
  if (notes.cut_queries > 0)
    spdlog::warn("{}: {} queries were cut after {} different terms", of,
                 notes.cut_queries, kMaxQueryTerms);
  if (notes.negative_grades > 0)
    spdlog::warn("{}: {} grades are below 0 and count as 0", of,
                 notes.negative_grades);
}

}  // namespace fedltr
