#include "app/data/text_files.hpp"

#include <set>

#include <zlib.h>

#include "app/base/files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::text_files_test {
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

Scenario texts(const std::vector<std::string>& more = {}) {
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
                       doctest::Contains("queries.jsonl: can't be read"),
                       DataError);
}

TEST_CASE("a party's folder of rows is refused, with the command for rows") {
  const TemporaryFolder folder;
  folder.write("rows.letor", "1 qid:1 1:0.5\n");
  CHECK_THROWS_WITH_AS(
      load_member(Scenario{}, folder / ""),
      doctest::Contains("rows.letor: a party needs texts (corpus.jsonl"),
      DataError);
  CHECK_THROWS_WITH_AS(load_member(Scenario{}, folder / ""),
                       doctest::Contains("fedltr member"), DataError);
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
                       doctest::Contains("corpus.jsonl.gz: can't be read: the "
                                         "packed file is cut off"),
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

TEST_CASE("synthetic texts are of the size asked for, by its seed") {
  const SyntheticTextOptions options =
      synthetic_text_options(texts({"synthetic.seed=7"}));
  CHECK(options.documents == 120);
  CHECK(options.queries == 20);
  CHECK(options.seed == 7);
  const LoadedCollection one = load_collection(texts());
  CHECK(one.collection->documents() == 120);
  CHECK(one.files[0].name ==
        "synthetic texts: 120 documents and 20 queries, seed 1");
  CHECK(load_collection(texts()).files[0].sha256 == one.files[0].sha256);
  CHECK(load_collection(texts({"synthetic.seed=2"})).files[0].sha256 !=
        one.files[0].sha256);
  check_text_files(texts());  // no file to check
}

TEST_CASE("each further party brings synthetic texts of its own") {
  const auto sized = [](const std::string& parties) {
    return default_scenario({"silo.parties=" + parties, "silo.documents=40",
                             "silo.queries=7", "synthetic.depths=10, 2",
                             "synthetic.terms=30", "synthetic.topics=3"});
  };
  const auto two = load_collection(sized("2")).collection;
  const auto three = load_collection(sized("3")).collection;
  CHECK(two->documents() == 80);
  CHECK(two->queries() == 14);
  CHECK(three->documents() == 120);
  CHECK(three->queries() == 21);
  // A query has as many relevant documents for each party.
  CHECK(synthetic_text_options(sized("3")).depths ==
        std::vector<std::uint32_t>{30, 6});
  for (std::uint32_t d = 0; d < 80; ++d)
    CHECK(std::ranges::equal(two->terms(Field::kBody, d),
                             three->terms(Field::kBody, d)));
}

namespace {

/// The same two documents and queries in MS MARCO's layout.
struct MsMarco {
  TemporaryFolder folder;
  std::string documents = folder.write(
      "docs.tsv", "a\thttp://a\twing\tflow of heat\nb\t\t\tshock layer\n");
  std::string queries = folder.write("queries.tsv", "1\twing flow\n2\tshock\n");

  std::vector<std::string> settings() const {
    return {"silo.parties=2", "data.documents=" + documents,
            "data.queries=" + queries};
  }
  Scenario with(const std::string& setting) const {
    auto all = settings();
    all.push_back(setting);
    return default_scenario(all);
  }
};

std::string fault_of(const Scenario& scenario) {
  return error_of<DataError>([&] { load_collection(scenario); });
}

}  // namespace

TEST_CASE("MS MARCO's files are judged by qrels or by ranks") {
  const MsMarco files;
  const std::string qrels =
      files.folder.write("qrels", "1 0 a 3\n2 0 b 1\n2 0 x 1\n");
  const LoadedCollection judged =
      load_collection(files.with("data.qrels=" + qrels));
  CHECK(judged.collection->documents() == 2);
  REQUIRE(judged.collection->judgements().size() == 2);
  CHECK(judged.collection->judgements()[0].grade == 3);
  CHECK(judged.grades == 4);  // highest grade + 1
  CHECK(judged.files.back().sha256 == sha256_of_file(qrels));
  const std::string ranks = files.folder.write(
      "run", "1 Q0 b 11 9.5 tag\n1 Q0 a 10 9.9 tag\n2 Q0 b 101 1 tag\n");
  const LoadedCollection ranked =
      load_collection(files.with("data.ranks=" + ranks));
  std::multiset<int> grades;
  for (const Judgement& each : ranked.collection->judgements())
    grades.insert(each.grade);
  CHECK(grades == std::multiset<int>{0, 1, 2});
  CHECK(ranked.grades == 3);
}

TEST_CASE("a missing file is found before any is read") {
  const MsMarco files;
  const auto complaint = [](const Scenario& scenario) {
    try {
      check_text_files(scenario);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string none = (files.folder / "none").string();
  has(complaint(files.with("data.qrels=" + none)), "none: can't be read");
  has(complaint(files.with("data.ranks=" + none)), "none: can't be read");
  has(complaint(files.with("data.ranks=" + files.folder.text())),
      "can't be read");
  const Beir beir;
  CHECK(complaint(beir.scenario()).empty());
  pack(beir.folder / "qrels/test.tsv");
  CHECK(complaint(beir.scenario()).empty());
  CHECK(load_collection(beir.scenario())
            .files.back()
            .name.ends_with("test.tsv.gz"));
}

TEST_CASE("a fault within a packed file is described") {
  const Beir beir;
  pack(beir.folder / "corpus.jsonl");
  std::string packed = read_text(beir.folder / "corpus.jsonl.gz");
  packed[packed.size() - 8] ^= 1;  // a byte of the check sum
  beir.folder.write("corpus.jsonl.gz", packed);
  has(fault_of(beir.scenario()), "corpus.jsonl.gz: can't be read: ");
}

TEST_CASE("a repeated document is refused with its line") {
  const Beir beir;
  const std::string corpus = read_text(beir.folder / "corpus.jsonl");
  beir.folder.write("corpus.jsonl", corpus + corpus);
  has(fault_of(beir.scenario()), "corpus.jsonl:3: ");
  beir.folder.write("corpus.jsonl", corpus);
  beir.folder.write("queries.jsonl", "");
  has(fault_of(beir.scenario()), "queries.jsonl: has no entries");
}

TEST_CASE("synthetic texts' digest is of texts, queries and judgements") {
  const std::string digest = load_collection(texts()).files[0].sha256;
  CHECK(load_collection(texts({"run.seed=2"})).files[0].sha256 == digest);
  for (const char* other : {"synthetic.noise=2", "synthetic.queries=21",
                            "synthetic.depths=9", "synthetic.topics=2"})
    CHECK_MESSAGE(load_collection(texts({other})).files[0].sha256 != digest,
                  other);
  CHECK(load_collection(texts()).queries ==
        "synthetic texts: 120 documents and 20 queries, seed 1");
}

}  // namespace fedltr::text_files_test
