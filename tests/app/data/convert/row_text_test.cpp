// Rows that are read where LETOR's are expected.
#include "app/data/convert/row_text.hpp"

#include "app/data/letor_input.hpp"
#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::row_text_test {
using namespace fedltr::test;

namespace {

/// LETOR text of a file's rows.
std::string rows_of(const std::string& file,
                    MissingLabels labels = MissingLabels::kRefuse) {
  std::string text;
  LetorNotes notes;
  each_row_text(file, Pipes::kRefused, {}, labels, notes,
                [&](std::string_view piece) { text += piece; });
  return text;
}

std::string fault_of(const std::string& file) {
  return error_of<DataError>([&] { rows_of(file); });
}

const std::string kTable =
    "label,qid,docno,bm25,title\n2,a,d1,0.5,-2\n0,a,d2,1e300,3\n1,b,,7,\n";

}  // namespace

TEST_CASE("a table's rows are those of data convert, on their own lines") {
  const Conversion files;
  const std::string table = files.folder.write("a.csv", kTable);
  const std::string converted = files.text({table, "--from", "csv"});
  CHECK(rows_of(table) == "\n" + converted);
  std::string tabs = kTable;
  std::ranges::replace(tabs, ',', '\t');
  CHECK(rows_of(files.folder.write("a.tsv", tabs)) == "\n" + converted);
  CHECK(rows_of(files.folder.write("b.csv", "\n" + kTable)) ==
        "\n\n" + converted);
}

TEST_CASE("other rows stay as they are, also in a file named like a table") {
  const TemporaryFolder folder;
  const std::string rows = "# first\n1 qid:1 1:2 # docid = a\n";
  CHECK(rows_of(folder.write("a.txt", rows)) == rows);
  CHECK(rows_of(folder.write("a.csv", rows)) == rows);
  const std::string log = "qid,docno,position,click\n1,A,1,0\n";
  CHECK(rows_of(folder.write("log.csv", log)) == log);
}

TEST_CASE("a table without labels is for ranking only") {
  const TemporaryFolder folder;
  const std::string table = folder.write("a.csv", "qid,x\n1,3\n");
  CHECK(rows_of(table, MissingLabels::kAllow) == "\nqid:1 1:3\n");
  // Labels that do not count are not read.
  CHECK(rows_of(folder.write("b.csv", "label,qid,x\n1330,1,3\n"),
                MissingLabels::kAllow) == "\nqid:1 1:3\n");
  has(fault_of(table), "a.csv:1: ");
  has(fault_of(table), "--label");
  has(fault_of(table), "(options of fedltr data convert)");
}

TEST_CASE("sizes of queries beside a table are for data convert only") {
  const TemporaryFolder folder;
  const std::string table = folder.write("a.csv", "label,x\n2,3\n1,4\n");
  has(fault_of(table), "no column 'qid'");
  folder.write("a.csv.query", "1\n1\n");
  const std::string fault = fault_of(table);
  has(fault,
      "a.csv:1: has no column 'qid' of queries; fedltr data convert FILE");
  CHECK(fault.ends_with(" takes them from " + table + ".query"));
  TableColumns columns;
  CHECK_THROWS_AS(columns.add(table, MissingLabels::kAllow), DataError);
}

TEST_CASE("a table's faults have its lines") {
  const TemporaryFolder folder;
  has(fault_of(folder.write("a.csv", "label,qid,x\n1,q,2\n1,q,z\n")),
      "a.csv:3: value 'z' of feature 'x'");
  has(fault_of(folder.write("b.csv", "label,qid,x\n99,q,2\n")), "b.csv:2: ");
  has(fault_of(folder.write("c.csv", "label,qid,x\n1,q r,2\n")),
      "c.csv:2: query 'q r'");
  has(fault_of(folder.write("d.csv", "label,qid,docno,x\n1,q,d e,2\n")),
      "d.csv:2: document 'd e'");
}

TEST_CASE("missing values of a table are counted once") {
  const TemporaryFolder folder;
  const std::string table =
      folder.write("a.csv", "label,qid,x,y\n1,q,-1,2\n0,q,,-1\n");
  const MissingValues missing{{-1}, 0.5};
  LetorNotes notes;
  std::string text;
  each_row_text(table, Pipes::kRefused, missing, MissingLabels::kRefuse, notes,
                [&](std::string_view piece) { text += piece; });
  CHECK(text == "\n1 qid:q 1:0.5 2:2\n0 qid:q 1:0.5 2:0.5\n");
  Dataset all(2);
  const LetorNotes read = stream_letor(
      {table}, 1, 2, [&](const Dataset& part) { append_queries(all, part); },
      OtherFeatures::kRefuse, MissingLabels::kRefuse, missing);
  CHECK(read.total(&FeatureNotes::missing) == 3);
  CHECK(notes.total(&FeatureNotes::missing) == 3);
  // Also if they are read as one that stands for missing itself.
  const LetorNotes again =
      stream_letor({table}, 1, 2, [](const Dataset&) {}, OtherFeatures::kRefuse,
                   MissingLabels::kRefuse, {{-1, 0.5}, 0.5});
  CHECK(again.total(&FeatureNotes::missing) == 3);
}

TEST_CASE("tables share their columns, in one order") {
  const TemporaryFolder folder;
  const auto table = [&](const std::string& name, const std::string& columns) {
    return folder.write(name, columns + "\n1,q,2,3\n");
  };
  const auto fault = [](TableColumns columns, const std::string& file) {
    return error_of<DataError>(
        [&] { columns.add(file, MissingLabels::kRefuse); });
  };
  TableColumns columns;
  const std::string first = table("a.csv", "label,qid,x,y");
  columns.add(folder.write("rows.txt", "1 qid:1 1:2\n"),
              MissingLabels::kRefuse);
  CHECK(columns.names().empty());
  columns.add(first, MissingLabels::kRefuse);
  columns.add(table("b.csv", "qid,label,x,y"), MissingLabels::kRefuse);
  CHECK(columns.names() == std::vector<std::string>{"x", "y"});
  CHECK(columns.owner() == first);
  CHECK(fault(columns, table("c.csv", "label,qid,y,x")) ==
        folder.text() + "/c.csv:1: feature 1 is 'y', and 'x' in " + first +
            ": expected the same columns in the same order");
  has(fault(columns, folder.write("d.csv", "label,qid,x\n")),
      "d.csv:1: has 1 features, and ");

  const TableColumns numbered("the model", {"f1", "f2"});
  CHECK_NOTHROW(TableColumns(numbered).add(first, MissingLabels::kRefuse));
  CHECK_NOTHROW(TableColumns(numbered).add(table("e.csv", "label,qid,f1,f2"),
                                           MissingLabels::kRefuse));
  has(fault(numbered, table("f.csv", "label,qid,f2,f1")),
      "feature 1 is 'f2', and 'f1' in the model");
  has(fault(numbered, table("g.csv", "label,qid,f2,x")), "in the model");
}

TEST_CASE("a table's first line may be long, and of any ends and separators") {
  const TemporaryFolder folder;
  const auto names_in = [&](const std::string& name, const std::string& text) {
    TableColumns columns;
    columns.add(folder.write(name, text), MissingLabels::kAllow);
    return columns.names();
  };
  std::string header = "qid";
  std::string row = "q";
  for (int i = 0; i < 50000; ++i) {
    header += ",feature_name_number_" + std::to_string(100000 + i);
    row += ",1";
  }
  CHECK(names_in("long.csv", header + ",label\n" + row + ",1\n").size() ==
        50000);
  CHECK(names_in("mac.csv", "label,qid,x\r1,q,2\r") ==
        std::vector<std::string>{"x"});
  CHECK(names_in("a.tsv", "qid\tx\tn(a,b,c,d)\nq\t1\t2\n") ==
        std::vector<std::string>{"x", "n(a,b,c,d)"});
  CHECK(names_in("log.csv", "qid,docno,position,click,label\nq,d,1,1,2\n") ==
        std::vector<std::string>{"position", "click"});
  has(fault_of(folder.write("e.csv", "\n\n")), "e.csv: is empty");
  has(fault_of(folder.write("h.csv", "label,qid,x\n")),
      "h.csv: has no row below its first line");
}

TEST_CASE("tables stand beside no rows of other columns") {
  const TemporaryFolder folder;
  const std::string table =
      folder.write("a.csv", "label,qid,x,y\n1,q,2,3\n0,q,1,5\n");
  const auto fault = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"run",   "quickstart",
                                    "--out", (folder / "o").string(),
                                    "--set", "data.train=" + table};
    for (const std::string& each : more) all.insert(all.end(), {"--set", each});
    const Outcome outcome = fedltr_command(all);
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  has(fault({"data.test=" + folder.write("t", "1 qid:r 1:1 5:2\n")}),
      "/t: has a feature 5, and " + table + " has 2 features");
  const std::string zero = folder.write("z", "1 qid:r 0:1 1:2\n");
  has(fault({"data.test=" + zero}), "/z: has an index 0");
  const std::string plain = folder.write("p", "1 qid:s 1:1\n");
  has(fault({"data.test=" + plain + "," + zero}), "/z: has an index 0");
  has(fault({"evaluation.on=train",
             "data.feature-names=" + folder.write("n", "y\nx\n")}),
      "n: feature 1 is 'y', and 'x' in ");
  has(error_of<DataError>(
          [&] { stream_letor({table}, 0, 3, [](const Dataset&) {}); }),
      "a.csv: features of a table count from 1");
}

TEST_CASE("a column of row numbers is left out, with a remark") {
  const TemporaryFolder folder;
  const std::string table =
      folder.write("a.csv", ",label,qid,x\n0,1,q,2\n1,0,q,3\n");
  TableColumns columns;
  columns.add(table, MissingLabels::kRefuse);
  REQUIRE(columns.remarks().size() == 1);
  has(columns.remarks()[0], "is an index, as of pandas, and was left out");
  CHECK(columns.names() == std::vector<std::string>{"x"});
  CHECK(rows_of(table) == "\n1 qid:q 1:2\n0 qid:q 1:3\n");
}

TEST_CASE("a column that counts rows, as reset_index() leaves it, is named") {
  const TemporaryFolder folder;
  const auto remarks = [&](const std::string& text) {
    TableColumns columns;
    columns.add(folder.write("a.csv", text), MissingLabels::kRefuse);
    return columns.remarks();
  };
  const auto found =
      remarks("level_0,label,qid,index\n0,1,q,0\n1,0,q,1\n2,0,r,7\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        folder.text() +
            "/a.csv: the column 'level_0' counts the first rows, as an index "
            "of pandas, and became a feature; fedltr data convert --leave-out "
            "'level_0' leaves it out");
  CHECK(remarks("label,qid,x\n0,q,0\n0,q,1\n").empty());
  CHECK(remarks("index,label,qid,x\n5,0,q,0\n6,0,q,1\n").empty());
  const Conversion files;
  const auto converted = [&](std::vector<std::string> arguments) {
    arguments.insert(
        arguments.begin(),
        {files.folder.write("t.csv", "index,label,qid,x\n0,0,q,3\n1,1,q,4\n"),
         "--force"});
    return files.convert(arguments).out;
  };
  has(converted({}), "the column 'index' counts the first rows");
  const std::string without = converted({"--leave-out", "index"});
  has(without, "  features   1\n");
  CHECK(without.find("counts") == std::string::npos);
}

TEST_CASE("run, rank and eval read a table as its conversion") {
  const Conversion files;
  const auto set = [&](const std::string& name, int shift) {
    std::string text = "label,qid,docno,x,y\n";
    for (int query = 0; query < 6; ++query)
      for (int i = 0; i < 4; ++i)
        text += std::to_string(i % 3) + ",q" + std::to_string(query + shift) +
                ",d" + std::to_string(i) + ',' +
                std::to_string((i * 7 + query) % 5) + ',' +
                std::to_string((i + query * 3 + shift) % 4) + '\n';
    return files.folder.write(name, text);
  };
  const std::string train = set("train.csv", 0);
  const std::string test = set("test.csv", 10);
  const auto converted = [&](const std::string& table) {
    return files.folder.write(table.substr(table.rfind('/') + 1) + ".txt",
                              files.text({table}));
  };
  const auto learned = [&](const std::string& from, const std::string& on,
                           const std::string& out) {
    const std::string folder = (files.folder / out).string();
    const Outcome outcome = fedltr_command(
        {"run", "quickstart", "--set", "data.train=" + from, "--set",
         "data.test=" + on, "--set", "federation.rounds=3", "--out", folder});
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return folder;
  };
  const std::string of_tables = learned(train, test, "a");
  const std::string of_rows = learned(converted(train), converted(test), "b");
  CHECK(read_text(of_tables + "/rounds.csv") ==
        read_text(of_rows + "/rounds.csv"));
  const std::string model = of_tables + "/model-f1-r1.json";
  has(read_text(model), "\"x\"");
  for (const char* const command : {"rank", "eval"}) {
    const Outcome of_table = fedltr_command({command, model, test});
    CHECK(of_table.code == 0);
    CHECK(of_table.out ==
          fedltr_command({command, model, converted(test)}).out);
  }
  const std::string swapped =
      files.folder.write("s.csv", "label,qid,y,x\n1,q,2,3\n");
  const Outcome refused = fedltr_command({"rank", model, swapped});
  CHECK(refused.code == 3);
  has(refused.err, "s.csv:1: feature 1 is 'y', and 'x' in ");
}

}  // namespace fedltr::row_text_test
