#include "scenarios/data/text_files.hpp"

#include <algorithm>
#include <istream>
#include <streambuf>

#include <spdlog/fmt/fmt.h>

#include "algorithms/text/readers.hpp"
#include "algorithms/text/searchable.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// A file as a stream, unpacked where it is gzip.
class UnpackingBuffer : public std::streambuf {
 public:
  explicit UnpackingBuffer(const fs::path& file) : file_(file) {}

 protected:
  int_type underflow() override {
    const std::span<char> piece = file_.next();
    if (piece.empty()) return traits_type::eof();
    setg(piece.data(), piece.data(), piece.data() + piece.size());
    return traits_type::to_int_type(piece[0]);
  }

 private:
  PackedFile file_;
};

/// The file, or the same with .gz.
fs::path present(const fs::path& file) {
  const fs::path packed = file.string() + ".gz";
  return !fs::exists(file) && fs::exists(packed) ? packed : file;
}

void require_file(const fs::path& file) {
  if (!fs::is_regular_file(file))
    throw DataError(file.string() + ": is no file that can be read");
}

/// The files of a scenario, by what is in them; ranks or judgements are empty.
struct TextFiles {
  fs::path documents;
  fs::path queries;
  fs::path judgements;
  fs::path ranks;
};

TextFiles files_of(const Scenario& scenario) {
  const SiloSettings& silo = scenario.silo;
  if (text_format(scenario) == Format::kBeir)
    return {present(silo.folder / "corpus.jsonl"),
            present(silo.folder / "queries.jsonl"),
            present(silo.folder / "qrels" / (silo.qrels_split + ".tsv")),
            {}};
  return {silo.documents, silo.queries, silo.qrels, silo.ranks};
}

class CollectionReader {
 public:
  CollectionReader(const Scenario& scenario, LoadedCollection& loaded)
      : beir_(text_format(scenario) == Format::kBeir),
        loaded_(loaded),
        builder_(scenario.silo.tokens) {}

  Collection read(const TextFiles& files) {
    with(files.documents, [&](std::istream& in, const std::string& name) {
      const auto add = [&](const TextDocument& d) {
        builder_.add_document(d.name, d.title, d.body);
      };
      beir_ ? read_beir_documents(in, name, add)
            : read_msmarco_documents(in, name, add);
    });
    with(files.queries, [&](std::istream& in, const std::string& name) {
      loaded_.queries = name;
      const auto add = [&](const TextQuery& q) {
        builder_.add_query(q.name, q.text);
      };
      beir_ ? read_beir_queries(in, name, add)
            : read_msmarco_queries(in, name, add);
    });
    if (!files.ranks.empty())
      with(files.ranks, [&](std::istream& in, const std::string& name) {
        read_run(in, name, [&](const TextRank& r) {
          builder_.add_judgement(r.query, r.document, grade_of_rank(r.rank));
        });
      });
    else
      with(files.judgements, [&](std::istream& in, const std::string& name) {
        const auto add = [&](const TextJudgement& j) {
          builder_.add_judgement(j.query, j.document, j.grade);
        };
        beir_ ? read_beir_judgements(in, name, add)
              : read_trec_judgements(in, name, add);
      });
    loaded_.notes = builder_.notes();
    return builder_.take();
  }

 private:
  template <class Read>
  void with(const fs::path& file, const Read& read) {
    require_file(file);
    UnpackingBuffer buffer(file);
    std::istream stream(&buffer);
    stream.exceptions(std::ios::badbit);  // passes on what the buffer throws
    try {
      read(stream, file.string());
    } catch (const std::invalid_argument& error) {
      throw DataError(file.string() + ": " + error.what());
    }
    loaded_.files.push_back({file.string(), sha256_of_file(file)});
  }

  bool beir_;
  LoadedCollection& loaded_;
  CollectionBuilder builder_;
};

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

/// Refuses a collection in which no evaluation can mean anything.
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
  options.noise = synthetic.noise;
  options.seed = synthetic.seed;
  return options;
}

LoadedCollection load_member(const Scenario& scenario, const fs::path& folder) {
  Scenario own = scenario;
  own.silo.folder = folder;
  own.data.format = Format::kBeir;
  LoadedCollection loaded;
  loaded.collection = std::make_shared<const Collection>(
      CollectionReader(own, loaded).read(files_of(own)));
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

/// The folders of all members, side by side: for simulations.
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
  auto merged = merge_collections(collections, scenario.silo.members);
  auto kept = std::make_shared<const MergedCollections>(std::move(merged));
  loaded.collection = {kept, &kept->all};
  loaded.merged = std::move(kept);
  loaded.grades = static_cast<Index>(scenario.silo.grades);
  return loaded;
}

}  // namespace

LoadedCollection load_collection(const Scenario& scenario) {
  LoadedCollection loaded;
  if (!scenario.silo.members.empty()) {
    loaded = load_members(scenario);
    check_searchable(loaded);
    return loaded;
  }
  if (text_format(scenario) == Format::kSynthetic) {
    const SyntheticTextOptions options = synthetic_text_options(scenario);
    loaded.collection =
        std::make_shared<const Collection>(synthesize_text(options));
    loaded.files.push_back(
        {fmt::format("synthetic texts: {} documents and {} queries, seed {}",
                     options.documents, options.queries, options.seed),
         digest(*loaded.collection)});
    loaded.queries = loaded.files.back().name;
  } else {
    loaded.collection = std::make_shared<const Collection>(
        CollectionReader(scenario, loaded).read(files_of(scenario)));
  }
  check_searchable(loaded);
  loaded.grades = std::max<Index>(3, loaded.collection->highest_grade() + 1);
  return loaded;
}

namespace {

void check_member_files(const Scenario& scenario) {
  if (scenario.silo.folder.empty()) return;  // it is on other machines
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
  for (const fs::path& file :
       {files.documents, files.queries,
        files.ranks.empty() ? files.judgements : files.ranks})
    require_file(file);
}

}  // namespace fedltr
