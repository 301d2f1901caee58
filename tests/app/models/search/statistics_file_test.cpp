#include "app/models/search/statistics_file.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::statistics_file_test {
using namespace fedltr::test;

namespace {

constexpr const char* kHead =
    "term\ttitle_documents\ttitle_share\tbody_documents\tbody_share\n";

/// Terms `wing`, `flow`, in this order.
Collection two_terms(const std::string& body = "wing flow flow") {
  CollectionBuilder builder(TokenOptions{kNoChange, kNoChange});
  builder.add_document("a", "wing", body);
  return builder.take();
}

std::string complaint(const std::string& rows,
                      const std::string& head = kHead) {
  const TemporaryFolder folder;
  try {
    read_statistics(folder.write("s.tsv", head + rows), two_terms());
  } catch (const DataError& error) {
    const std::string what = error.what();
    return what.substr(what.find("s.tsv") + 5);
  }
  return "";
}

}  // namespace

TEST_CASE("statistics read back as they were, to the bit") {
  const TemporaryFolder folder;
  const Collection collection = two_terms();
  KnownStatistics known(2);
  known.set_field(Field::kTitle, {1400, 0.1 + 0.2});
  known.set_field(Field::kBody, {1400, 1.0 / 3});
  known.set_term(Field::kTitle, 0, {2, 1e-17});
  known.set_term(Field::kBody, 1, {17.5, 2.0 / 3});
  const auto file = folder / "s.tsv";
  write_statistics(file, known, collection.dictionary());
  using std::filesystem::perms;
  CHECK(std::filesystem::status(file).permissions() ==
        (perms::owner_read | perms::owner_write));
  const KnownStatistics read = read_statistics(file, collection);
  for (const Field field : kAllFields) {
    CHECK(read.field(field).documents == 1400);
    CHECK(read.field(field).mean_length == known.field(field).mean_length);
    for (TermId term = 0; term < 2; ++term) {
      CHECK(read.term(field, term).document_frequency ==
            known.term(field, term).document_frequency);
      CHECK(read.term(field, term).probability ==
            known.term(field, term).probability);
    }
  }
  CHECK(read_text(file) ==
        std::string(kHead) +
            "*\t1400\t0.30000000000000004\t1400\t0.3333333333333333\n"
            "wing\t2\t1e-17\t0\t0\nflow\t0\t0\t17.5\t0.6666666666666666\n");
}

TEST_CASE("a collection may have changed since the run") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.tsv", std::string(kHead) +
                   "*\t9\t2\t9\t3\ngone\t1\t.5\t1\t.5\nwing\t4\t.25\t5\t.5\n");
  const Collection now = two_terms("new flow flow flow");
  const KnownStatistics read = read_statistics(file, now);
  REQUIRE(read.terms() == 3);
  const auto of = [&](const char* term) {
    return read.term(Field::kBody, now.dictionary().find(term).value());
  };
  CHECK(of("wing").document_frequency == 5);
  CHECK(of("new").document_frequency == 1);
  CHECK(of("flow").probability == 0.75);  // in three of four documents
}

TEST_CASE("an invalid file of statistics is refused with its line") {
  const std::string all = "*\t9\t2\t9\t3\n";
  CHECK(complaint(all + "wing\t1\t0\t1\t1\n") == "");
  CHECK(complaint("", "a,b\n")
            .starts_with(":1: is no file of statistics that a run left"));
  CHECK(complaint("wing\t1\t0\t1\t1\n") == ": has no row '*' of all documents");
  CHECK(complaint(all + all) == ":3: a second row of all documents");
  CHECK(complaint("*\t0\t2\t0\t3\n") ==
        ":2: 0 titles and 0 bodies; expected as many, 1 or more");
  CHECK(complaint("*\t9\t2\t8\t3\n") ==
        ":2: 9 titles and 8 bodies; expected as many, 1 or more");
  CHECK(complaint(all + "wing\t1\t0\t1\n") == ":3: expected 4 numbers");
  CHECK(complaint(all + "wing\t1\t0\t1\t1\t1\n") == ":3: expected 4 numbers");
  CHECK(complaint(all + "wing") == ":3: expected a term and 4 numbers");
  CHECK(complaint(all + "\t1\t0\t1\t1\n") ==
        ":3: expected a term and 4 numbers");
  CHECK(complaint(all + "wing\tnan\t0\t1\t1\n") ==
        ":3: 'nan' is no number 0 to 2^53: column 2");
  CHECK(complaint(all + "wing\t1\t-1\t1\t1\n") ==
        ":3: '-1' is no number 0 to 2^53: column 3");
  CHECK(complaint(all + "wing\t1\t2\t1\t1\n") ==
        ":3: a term's share of all terms is above 1");
  CHECK(complaint(all + "wing\t1\t0\t1\t1\nwing\t1\t0\t1\t1\n") ==
        ":4: term 'wing' came before");
}

}  // namespace fedltr::statistics_file_test
