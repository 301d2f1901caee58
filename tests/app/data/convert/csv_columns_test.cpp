#include "app/data/convert/csv_columns.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::csv_columns_test {
namespace {

using Kind = CsvColumns::Kind;
using Names = std::vector<std::string>;

const Place kPlace{"t.csv", 1};

CsvColumns columns(const Names& first, const ConvertInput& input = {}) {
  return {input, first, kPlace};
}

std::vector<Kind> kinds(const Names& first, const ConvertInput& input = {}) {
  const CsvColumns read = columns(first, input);
  std::vector<Kind> all;
  for (std::size_t i = 0; i < first.size(); ++i) all.push_back(read.kind(i));
  return all;
}

std::string fault(const Names& first, const ConvertInput& input = {}) {
  return test::error_of<DataError>([&] { columns(first, input); });
}

}  // namespace

TEST_CASE("columns are label, query, docno and features") {
  CHECK(kinds({"a", "qid", "docno", "label", "b"}) ==
        std::vector{Kind::kFeature, Kind::kQuery, Kind::kDocument, Kind::kLabel,
                    Kind::kFeature});
  CHECK(columns({"a", "qid", "docno", "label", "b"}).feature_names() ==
        Names{"a", "b"});
}

TEST_CASE("options name other columns, and docno is then a feature") {
  ConvertInput input;
  input.label_column = "grade";
  input.query_column = "query";
  input.document_column = "url";
  input.left_out = {"title"};
  CHECK(kinds({"grade", "query", "url", "title", "docno"}, input) ==
        std::vector{Kind::kLabel, Kind::kQuery, Kind::kDocument, Kind::kLeftOut,
                    Kind::kFeature});
}

TEST_CASE("rows to rank may lack a label, but not have one by accident") {
  ConvertInput input;
  input.unlabelled = true;
  CHECK(kinds({"qid", "a"}, input) ==
        std::vector{Kind::kQuery, Kind::kFeature});
  CHECK(fault({"qid", "label", "a"}, input) ==
        "t.csv:1: has a column 'label', although --unlabelled; --leave-out "
        "'label' ignores it");
  input.left_out = {"label"};
  CHECK(kinds({"qid", "label", "a"}, input)[1] == Kind::kLeftOut);
}

TEST_CASE("leading columns that count rows are left out and reported") {
  const Names first = {"Unnamed: 0", "Unnamed: 0.1", "label", "qid", "a"};
  CHECK(columns(first).indices() == Names{"Unnamed: 0", "Unnamed: 0.1"});
  CHECK(kinds(first)[1] == Kind::kLeftOut);
  CHECK(columns({"", "label", "qid"}).indices() == Names{""});
  // Elsewhere it is no index.
  CHECK(columns({"label", "qid", "Unnamed: 0"}).feature_names() ==
        Names{"Unnamed: 0"});
}

TEST_CASE("without names columns are called by number, docno or not") {
  ConvertInput input;
  input.header = false;
  input.label_column = "1";
  input.query_column = "3";
  const CsvColumns read = columns({"2", "0.5", "q"}, input);
  CHECK(read.names() == Names{"1", "2", "3"});
  CHECK(read.kind(1) == Kind::kFeature);
  CHECK(read.feature_names().empty());
  input.query_column = "4";
  CHECK(fault({"2", "0.5", "q"}, input) ==
        "t.csv:1: has 3 columns and none of the number '4' of --qid");
}

TEST_CASE("a column that is missing or there twice is named, with the option") {
  CHECK(fault({"qid", "a"}) ==
        "t.csv:1: the first line names no column 'label' (--label NAME "
        "chooses another); it names "
        "'qid', 'a'; --unlabelled if rows have no label");
  CHECK(fault({"label", "a"}) ==
        "t.csv:1: the first line names no column 'qid' (--qid NAME chooses "
        "another); it names "
        "'label', 'a'; --groups or --query-ids if another file names the "
        "queries");
  CHECK(fault({"label", "label", "qid"})
            .find("names twice the column 'label' of --label") !=
        std::string::npos);
  CHECK(fault({"label", "qid", "docno", "docno"})
            .find("names twice the column 'docno' of --document") !=
        std::string::npos);
  CHECK(columns({"label", "qid", "gr\xF6n"}).feature_names() ==
        Names{"gr\xF6n"});
  ConvertInput input;
  input.left_out = {"x"};
  CHECK(fault({"label", "qid", "a"}, input)
            .find("names no column 'x' (--leave-out NAME") !=
        std::string::npos);
}

TEST_CASE("a first line of numbers, or of one value, has its own hint") {
  CHECK(fault({"1", "2.5"}).find("it holds numbers only: --no-header") !=
        std::string::npos);
  CHECK(fault({"label qid"})
            .find("it names 'label qid' (other separators: --separator)") !=
        std::string::npos);
  const Names many(10, "x");
  CHECK(fault(many).find(", 'x' and 2 more") != std::string::npos);
}

TEST_CASE("runs and judgements are named if tabs separate their columns") {
  const auto hints = [](const Names& first, char separator) {
    return test::error_of<DataError>(
        [&] { CsvColumns({}, first, kPlace, separator); });
  };
  const auto is_eval = [&](const Names& first, char separator) {
    return hints(first, separator).find("fedltr eval RUN QRELS") !=
           std::string::npos;
  };
  CHECK_FALSE(is_eval({"label", "0", "1", "2"}, ','));
  CHECK_FALSE(is_eval({"id", "title", "2020"}, '\t'));
  CHECK_FALSE(is_eval({"label", "query", "1"}, '\t'));
  CHECK_FALSE(is_eval({"7", "8", "1"}, ','));
  CHECK(is_eval({"7", "8", "1"}, '\t'));
  CHECK(hints({"7", "8", "1"}, '\t').find("--from csv") == std::string::npos);
  const std::string beir = hints({"query-id", "corpus-id", "score"}, '\t');
  CHECK(beir.find("it names 'query-id', 'corpus-id', 'score'; it looks like "
                  "judgements of BEIR") != std::string::npos);
}

TEST_CASE("features need different names, by which columns can be left out") {
  CHECK(
      fault({"label", "qid", "a", "a"}) ==
      "t.csv:1: feature 2: the name 'a' occurs twice; --leave-out 'a' ignores "
      "columns of this name");
  ConvertInput input;
  input.left_out = {"a"};
  CHECK(fault({"label", "qid", "a", "a"}, input).empty());
}

TEST_CASE("a table's separator is the most frequent one outside quotes") {
  CHECK(separator_of("a,b;c") == ',');
  CHECK(separator_of("a;b;c,d") == ';');
  CHECK(separator_of("a\tb") == '\t');
  CHECK(separator_of("a|b|c") == '|');
  CHECK(separator_of("\"a,b,c\";d") == ';');
  CHECK(separator_of("abc") == ',');
  CHECK(separator_of("") == ',');
}

TEST_CASE("the first line that is not blank shows a table's separator") {
  CHECK(separator_of_table("\xEF\xBB\xBF"
                           "a;b\n1,2,3\n") == ';');
  CHECK(separator_of_table("\r\n \n\ta\tb\n1,2\n") == '\t');
  CHECK(separator_of_table("\xEF\xBB\xBF\na;b") == ';');
  CHECK(separator_of_table("\n\na|b") == '|');
  CHECK(separator_of_table(" \n") == ',');
}

}  // namespace fedltr::csv_columns_test
