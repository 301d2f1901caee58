#include "app/data/texts/text_layout.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "app/data/texts/collection_reader.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::text_layout_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Two passages and a query in MS MARCO's layout.
struct Passages {
  TemporaryFolder folder;
  Passages() {
    folder.write("collection.tsv", "0\twing flow\n1\tshock\tlayer\n");
    folder.write("queries.dev.small.tsv", "7\tthe wing\n");
    folder.write("qrels.dev.small.tsv", "7\t0\t0\t1\n");
  }
  TextFiles files(const std::string& split = "test") const {
    return text_files_in(folder / "", split);
  }
};

std::string name_of(const fs::path& file) {
  return file.filename().string();
}

}  // namespace

TEST_CASE("a folder's layout follows from the files in it") {
  const Passages passages;
  CHECK(passages.files().layout == TextLayout::kPassages);
  CHECK(name_of(passages.files().documents) == "collection.tsv");
  const TemporaryFolder documents;
  documents.write("msmarco-docs.tsv.gz", "");
  const TextFiles files = text_files_in(documents / "", "train");
  CHECK(files.layout == TextLayout::kDocuments);
  CHECK(name_of(files.documents) == "msmarco-docs.tsv.gz");
  CHECK(name_of(files.queries) == "queries.train.tsv");
  CHECK(name_of(files.judgements) == "qrels.train.tsv");
  const TemporaryFolder other;
  CHECK(text_files_in(other / "", "test").layout == TextLayout::kBeir);
  CHECK(name_of(text_files_in(other / "", "dev").judgements) == "dev.tsv");
  CHECK_NOTHROW(require_judgements(text_files_in(other / "", "test")));
  passages.folder.write("corpus.jsonl", "");
  CHECK(passages.files().layout == TextLayout::kBeir);
}

TEST_CASE("the only split is the default") {
  const Passages passages;
  CHECK(name_of(passages.files().judgements) == "qrels.dev.small.tsv");
  CHECK(name_of(passages.files().queries) == "queries.dev.small.tsv");
  CHECK_THROWS_WITH_AS(passages.files("train"),
                       doctest::Contains("holds qrels of dev.small; "),
                       DataError);
  passages.folder.write("qrels.dev.small.tsv.gz", "");
  CHECK(name_of(passages.files().judgements) == "qrels.dev.small.tsv");
  passages.folder.write("qrels.train.tsv.gz", "");
  CHECK(name_of(passages.files("train").judgements) == "qrels.train.tsv.gz");
  CHECK_THROWS_WITH_AS(passages.files(),
                       doctest::Contains("holds qrels of dev.small, train; "
                                         "expected one of them, got test "),
                       DataError);
}

TEST_CASE("a split that a BEIR folder lacks is refused with those it has") {
  const TemporaryFolder folder;
  folder.write("corpus.jsonl", "");
  folder.write("qrels/dev.tsv", "");
  folder.write("qrels/train.tsv.gz", "");
  CHECK_NOTHROW(require_judgements(text_files_in(folder / "", "train")));
  const TextFiles files = text_files_in(folder / "", "test");  // for a search
  const auto what = doctest::Contains(
      "qrels: holds qrels of dev, train; expected one of them, got test "
      "(data.split, --split)");
  CHECK_THROWS_WITH_AS(require_judgements(files), what, DataError);
  CHECK_THROWS_WITH_AS(text_files_in(folder / "", "tst"),
                       doctest::Contains("of dev, train; expected"), DataError);
}

TEST_CASE("judgements of a BEIR folder under other names are listed") {
  for (const auto& [name, shown] :
       {std::pair("qrels/test.txt", "qrels/test.txt"),
        {"qrels/test.csv", "qrels/test.csv"},
        {"qrels.tsv", "qrels.tsv"}}) {
    const TemporaryFolder folder;
    folder.write("corpus.jsonl", "");
    const TextFiles none = text_files_in(folder / "", "test");
    CHECK_NOTHROW(require_judgements(none));  // reading reports what is missing
    folder.write(name, "");
    const auto what = doctest::Contains(
        ("qrels/test.tsv: there is no such file, but " + std::string(shown) +
         "; expected qrels/SPLIT.tsv, with SPLIT of data.split or --split")
            .c_str());
    CHECK_THROWS_WITH_AS(require_judgements(text_files_in(folder / "", "test")),
                         what, DataError);
  }
}

TEST_CASE("passages are read with queries and judgements") {
  const Passages passages;
  const TextFiles files = passages.files();
  CollectionReader reader(TokenOptions{});
  reader.read_documents(files.documents, files.layout);
  reader.read_queries(files.queries, files.layout);
  reader.read_judgements(files.judgements);
  REQUIRE(reader.files().size() == 3);
  CHECK(reader.notes().unknown_documents == 0);
  const Collection collection = reader.take();
  CHECK(collection.documents() == 2);
  CHECK(collection.length(Field::kTitle, 0) == 0);
  CHECK(collection.length(Field::kBody, 1) == 2);
  CHECK(collection.query(0).size() == 1);  // "the" is a stop word
  REQUIRE(collection.judgements().size() == 1);
  CHECK(collection.judgements()[0] == Judgement{0, 0, 1});
}

TEST_CASE("faults of passages name file and line") {
  const Passages passages;
  const auto fault = [&](const char* name, const std::string& text) {
    const std::string whole = read_text(passages.folder / name);
    passages.folder.write(name, text);
    const TextFiles files = passages.files();
    std::string what;
    try {
      CollectionReader reader(TokenOptions{});
      reader.read_documents(files.documents, files.layout);
      reader.read_queries(files.queries, files.layout);
      reader.read_judgements(files.judgements);
    } catch (const DataError& error) {
      what = fs::path(error.what()).filename().string();
    }
    passages.folder.write(name, whole);
    return what;
  };
  CHECK(fault("collection.tsv", "0\ta\nb\n") ==
        "collection.tsv:2: 1 columns; expected 'pid<tab>passage'");
  CHECK(fault("collection.tsv", "0\ta\n0\tb\n") ==
        "collection.tsv:2: document '0' came before");
  CHECK(fault("collection.tsv", "") == "collection.tsv: has no entries");
  CHECK(fault("queries.dev.small.tsv", "\twing\n")
            .starts_with("queries.dev.small.tsv:1: a line without name"));
  CHECK(fault("qrels.dev.small.tsv", "7\t0\t0\t99\n") ==
        "qrels.dev.small.tsv:1: grade 99 is beyond 31");
  CHECK(fault("qrels.dev.small.tsv", "7\t0\n")
            .starts_with("qrels.dev.small.tsv:1: 2 words"));
}

TEST_CASE("a file of queries is what it looks like") {
  const TemporaryFolder folder;
  CHECK(layout_of_queries(folder.write("a", "\n {\"_id\": \"1\"}")) ==
        TextLayout::kBeir);
  CHECK(layout_of_queries(folder.write("b", "\xEF\xBB\xBF{}")) ==
        TextLayout::kBeir);
  CHECK(layout_of_queries(folder.write("c", "1\t{a}\n")) ==
        TextLayout::kPassages);
  CHECK(layout_of_queries(folder.write("d", "")) == TextLayout::kPassages);
  CHECK_THROWS_WITH_AS(layout_of_queries(folder / "none"),
                       doctest::Contains("none: can't be read"), DataError);
}

}  // namespace fedltr::text_layout_test
