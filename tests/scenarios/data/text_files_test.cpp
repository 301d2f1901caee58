#include "scenarios/data/text_files.hpp"

#include <zlib.h>

#include "scenarios/base/files.hpp"
#include "scenarios/schema/reader.hpp"
#include "tests/support/scenario.hpp"

using namespace fedltr;
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

void pack(const fs::path& file) {
  const std::string text = read_text(file);
  const gzFile out = gzopen((file.string() + ".gz").c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  fs::remove(file);
}

/// Two documents, two queries.
struct Beir {
  TemporaryFolder folder;
  Beir() {
    folder.write("corpus.jsonl",
                 R"({"_id": "a", "title": "wing", "text": "flow of heat"}
{"_id": "b", "title": "", "text": "shock layer"}
)");
    folder.write("queries.jsonl", R"({"_id": "1", "text": "wing flow"}
{"_id": "2", "text": "shock"}
)");
    folder.write("qrels/test.tsv",
                 "query-id\tcorpus-id\tscore\n1\ta\t2\n2\tb\t1\n");
  }
  Scenario scenario() const {
    return default_scenario({"silo.parties=2", "data.folder=" + folder.text()});
  }
};

Scenario twin(const std::vector<std::string>& more = {}) {
  std::vector<std::string> settings = {
      "silo.parties=2",      "synthetic.documents=120", "synthetic.queries=20",
      "synthetic.depths=10", "synthetic.terms=30",      "synthetic.topics=3"};
  settings.insert(settings.end(), more.begin(), more.end());
  return default_scenario(settings);
}

}  // namespace

TEST_CASE("a BEIR folder is read, packed files too, with their digests") {
  const Beir beir;
  const LoadedCollection plain = load_collection(beir.scenario());
  CHECK(plain.collection->documents() == 2);
  CHECK(plain.collection->queries() == 2);
  CHECK(plain.collection->judgements().size() == 2);
  CHECK(plain.grades == 3);
  REQUIRE(plain.files.size() == 3);
  CHECK(plain.files[0].sha256 == sha256_of_file(beir.folder / "corpus.jsonl"));
  CHECK(plain.queries == (beir.folder / "queries.jsonl").string());
  pack(beir.folder / "corpus.jsonl");
  const LoadedCollection packed = load_collection(beir.scenario());
  CHECK(packed.collection->documents() == 2);
  CHECK(packed.files[0].name.ends_with("corpus.jsonl.gz"));
}

TEST_CASE("faults of texts name file and line") {
  const Beir beir;
  beir.folder.write("qrels/test.tsv",
                    "query-id\tcorpus-id\tscore\n1\ta\t2\n2\tb\tgood\n");
  CHECK_THROWS_WITH_AS(load_collection(beir.scenario()),
                       doctest::Contains("test.tsv:3"), DataError);
  fs::remove(beir.folder / "queries.jsonl");
  CHECK_THROWS_WITH_AS(check_text_files(beir.scenario()),
                       doctest::Contains("queries.jsonl: is no file"),
                       DataError);
}

TEST_CASE("a packed file that is cut off is a fault, not an end") {
  const Beir beir;
  std::string corpus;
  for (int i = 0; i < 2000; ++i)
    corpus += R"({"_id": ")" + std::to_string(i * i) +
              R"(", "title": "", "text": "w)" + std::to_string(i * 7919) +
              "\"}\n";
  beir.folder.write("corpus.jsonl", corpus);
  pack(beir.folder / "corpus.jsonl");
  const std::string whole = read_text(beir.folder / "corpus.jsonl.gz");
  beir.folder.write("corpus.jsonl.gz", whole.substr(0, whole.size() / 2));
  CHECK_THROWS_WITH_AS(load_collection(beir.scenario()),
                       doctest::Contains("corpus.jsonl.gz: the packed file is "
                                         "cut off"),
                       DataError);
}

TEST_CASE("judgements of other collections are counted and refused") {
  const Beir beir;
  beir.folder.write("qrels/test.tsv",
                    "query-id\tcorpus-id\tscore\n1\tx\t2\n9\tb\t1\n");
  CHECK_THROWS_WITH_AS(load_collection(beir.scenario()),
                       doctest::Contains("judges no document and query"),
                       DataError);
}

TEST_CASE("a collection in which no evaluation means anything is refused") {
  const auto complaint = [](const std::string& file, const std::string& text) {
    const Beir beir;
    beir.folder.write(file, text);
    try {
      load_collection(beir.scenario());
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  has(complaint("corpus.jsonl", R"({"_id": "a", "text": ""}
{"_id": "b", "title": "--", "text": "of the"}
)"),
      "corpus.jsonl: no document has a word");
  has(complaint("corpus.jsonl",
                R"({"_id": "a", "text": "我们研究跨语言信息检索"}
{"_id": "b", "text": "这个问题在实践中非常重要 wing"}
)"),
      "corpus.jsonl: most text is of a script without spaces");
  has(complaint("queries.jsonl", R"({"_id": "1", "text": "boat"}
{"_id": "2", "text": ""}
)"),
      "queries.jsonl: no word of a query stands in any document");
  has(complaint("qrels/test.tsv",
                "query-id\tcorpus-id\tscore\n1\ta\t0\n2\tb\t-1\n"),
      "test.tsv: no query has a relevant document");
  CHECK(complaint("qrels/test.tsv",
                  "query-id\tcorpus-id\tscore\n1\ta\t-1\n2\tb\t1\n") == "");
}

TEST_CASE("a text twin is of the size asked for, by its seed") {
  const TwinOptions options = twin_options(twin({"synthetic.seed=7"}));
  CHECK(options.documents == 120);
  CHECK(options.queries == 20);
  CHECK(options.seed == 7);
  const LoadedCollection one = load_collection(twin());
  CHECK(one.collection->documents() == 120);
  CHECK(one.files[0].name == "a twin of 120 documents and 20 queries, seed 1");
  CHECK(load_collection(twin()).files[0].sha256 == one.files[0].sha256);
  CHECK(load_collection(twin({"synthetic.seed=2"})).files[0].sha256 !=
        one.files[0].sha256);
  check_text_files(twin());  // needs none
}
