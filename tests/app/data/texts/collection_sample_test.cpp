#include "app/data/texts/collection_sample.hpp"

#include <algorithm>
#include <set>

#include "app/base/errors.hpp"
#include "app/data/text_files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/beir_folder.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::collection_sample_test {
using namespace fedltr::test;

namespace {

constexpr int kDocuments = 400;
constexpr int kQueries = 60;

/// A made-up collection in the shape of MS MARCO's documents: query j's top 5
/// are documents 5 j to 5 j + 4, with every third of the queries unranked.
struct MadeUp {
  explicit MadeUp(bool reversed = false) {
    std::vector<std::string> lines;
    for (int d = 0; d < kDocuments; ++d)
      lines.push_back("D" + std::to_string(d) + "\thttp://x/" +
                      std::to_string(d) + "\ttitle " + kWords[d % 15] +
                      "\tbody of " + kWords[d % 15] + " " + kWords[d % 7] +
                      "\n");
    if (reversed) std::ranges::reverse(lines);
    std::string documents;
    for (const std::string& line : lines) documents += line;
    std::string queries;
    std::string ranks;
    for (int j = 0; j < kQueries; ++j) {
      const std::string name = "q" + std::to_string(j);
      queries += name + "\t" + kWords[j % 15] + "\n";
      for (int rank = 1; j % 3 != 0 && rank <= 5; ++rank)
        ranks += name + " Q0 D" + std::to_string(5 * j + rank - 1) + " " +
                 std::to_string(rank) + " " + std::to_string(9 - rank) +
                 " tag\n";
    }
    files = {"data.documents=" + folder.write("docs.tsv", documents),
             "data.queries=" + folder.write("queries.tsv", queries),
             "data.ranks=" + folder.write("top.tsv", ranks)};
  }

  std::shared_ptr<const Collection> with(
      std::vector<std::string> settings) const {
    settings.insert(settings.end(), files.begin(), files.end());
    return load_collection(default_scenario(settings)).collection;
  }

  TemporaryFolder folder;
  std::vector<std::string> files;
};

using Names = std::set<std::string>;

Names names_of(const Dictionary& dictionary) {
  Names names;
  for (std::uint32_t i = 0; i < dictionary.size(); ++i)
    names.emplace(dictionary[i]);
  return names;
}

bool holds(const Names& all, const Names& part) {
  return std::ranges::includes(all, part);
}

const std::vector<std::string> kFour = {"silo.parties=4", "silo.documents=50",
                                        "silo.queries=3"};

}  // namespace

TEST_CASE("parties have the numbers of documents and queries asked for") {
  const auto texts = MadeUp().with(kFour);
  CHECK(texts->documents() == 4 * 50);
  CHECK(texts->queries() == 4 * 3);
  // Each query with all of its top documents, which is why it was drawn.
  for (std::size_t q = 0; q < texts->queries(); ++q) {
    CHECK(texts->judgements_of(q).size() == 5);
    CHECK(texts->judgements_of(q)[0].grade == 2);
  }
  CHECK(texts->judgements().size() == 12 * 5);
}

TEST_CASE("without numbers all is read") {
  const auto texts = MadeUp().with({"silo.parties=4"});
  CHECK(texts->documents() == kDocuments);
  CHECK(texts->queries() == kQueries);
  const auto documents = MadeUp().with({"silo.parties=4", "silo.documents=60"});
  CHECK(documents->documents() == 240);
  CHECK(documents->queries() == kQueries);
  const auto queries = MadeUp().with({"silo.parties=4", "silo.queries=2"});
  CHECK(queries->documents() == kDocuments);
  CHECK(queries->queries() == 8);
}

TEST_CASE("names and seed alone decide what is drawn") {
  const auto texts = MadeUp().with(kFour);
  const auto reversed = MadeUp(true).with(kFour);
  CHECK(names_of(texts->document_names()) ==
        names_of(reversed->document_names()));
  CHECK(names_of(texts->query_names()) == names_of(reversed->query_names()));
  auto other = kFour;
  other.emplace_back("data.sample-seed=2");
  const auto again = MadeUp().with(other);
  CHECK(names_of(texts->document_names()) != names_of(again->document_names()));
  CHECK(names_of(texts->query_names()) != names_of(again->query_names()));
  other.back() = "run.seed=2";
  CHECK(names_of(MadeUp().with(other)->document_names()) ==
        names_of(texts->document_names()));
}

TEST_CASE("a further party leaves the others their queries and documents") {
  const MadeUp files;
  Names queries;
  Names documents;
  for (const char* parties : {"1", "2", "3", "4"}) {
    const auto texts = files.with({"silo.parties=" + std::string(parties),
                                   "silo.documents=50", "silo.queries=3"});
    CHECK(holds(names_of(texts->query_names()), queries));
    CHECK(holds(names_of(texts->document_names()), documents));
    queries = names_of(texts->query_names());
    documents = names_of(texts->document_names());
  }
  CHECK(documents.size() == 200);
}

TEST_CASE("a sample of BEIR's files draws judged queries") {
  const BeirFolder beir;
  const auto folder = (beir.folder / "beir").string();
  const Scenario scenario =
      default_scenario({"silo.parties=2", "silo.documents=30", "silo.queries=4",
                        "data.folder=" + folder});
  const LoadedCollection loaded = load_collection(scenario);
  CHECK(loaded.collection->documents() == 60);
  CHECK(loaded.collection->queries() == 8);
  CHECK(loaded.collection->judgements().size() == 8 * 6);
  CHECK(loaded.notes.unknown_queries == 0);
  CHECK(loaded.notes.unknown_documents == 0);
}

TEST_CASE("a sample that the files can't fill is refused, with the numbers") {
  const MadeUp files;
  const auto complaint = [&](const std::vector<std::string>& settings) {
    try {
      files.with(settings);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  has(complaint({"silo.parties=4", "silo.queries=11"}),
      "silo.queries = 11, of each of 4 parties: 40 queries of ");
  has(complaint({"silo.parties=4", "silo.queries=11"}), "top.tsv");
  has(complaint({"silo.parties=4", "silo.documents=101"}),
      "docs.tsv has 400 documents");
  has(complaint({"silo.parties=4", "silo.documents=10", "silo.queries=9"}),
      "silo.documents = 10, of each of 4 parties: 180 documents are judged for "
      "the kept queries; expected at least 45 for each party, or a lower "
      "silo.queries");
  CHECK(complaint({"silo.parties=4", "silo.documents=45", "silo.queries=9"})
            .empty());
}

}  // namespace fedltr::collection_sample_test
