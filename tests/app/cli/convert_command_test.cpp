#include "app/cli/convert_command.hpp"

#include "app/data/convert/formats.hpp"
#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::convert_command_test {
using namespace fedltr::test;

namespace {

/// Five queries, each of one row.
std::string five_queries() {
  std::string rows;
  for (int i = 1; i <= 5; ++i)
    rows += "1 qid:" + std::to_string(i) + " 1:" + std::to_string(i) + "\n";
  return rows;
}

/// Searches of two users: query 1 first, query 5 last; `busy` made three.
constexpr const char* kUsers =
    "qid,user,timestamp\n1,busy,10\n2,idle,20\n3,busy,30\n4,idle,40\n"
    "5,busy,50\n";

std::string queries_in(const std::string& rows) {
  std::istringstream lines(rows);
  std::string all;
  for (std::string line; std::getline(lines, line);)
    all += line.substr(line.find(':') + 1, 1);
  return all;
}

}  // namespace

TEST_CASE("a conversion's usage is checked before a file is written") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("r.txt", five_queries());
  const std::string out = (folder / "o.txt").string();
  const auto convert = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"data", "convert", rows, "--out", out};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::string usage =
      "fedltr data convert INPUT... --out FILE [--from FORMAT] [--to FORMAT]";
  check_wrong_usage(
      folder,
      {{{"data", "convert", "--out", out}, "expected a file: " + usage},
       {{"data", "convert", rows}, "expected --out FILE: " + usage},
       {convert({"--first-index", "2"}),
        "--first-index 2: expected an integer 0 to 1"},
       {convert({"--most-active", "1"}), "--most-active: needs --of-users"},
       {convert({"--earliest", "1"}), "--earliest: needs --of-users"},
       {convert({"--latest", "1"}), "--latest: needs --of-users"}});
  CHECK(fedltr_command(convert({"--out", rows, "--force"})).code ==
        kWrongUsage);
  CHECK(read_text(rows) == five_queries());
}

TEST_CASE("a table for a log is read as one, and its missing column named") {
  const TemporaryFolder folder;
  const std::string out = (folder / "o.tsv").string();
  const auto convert = [&](const std::string& file) {
    return fedltr_command(
        {"data", "convert", file, "--to", "qrels", "--out", out});
  };
  for (const char* name : {"log.csv", "log.tsv"}) {
    CAPTURE(name);
    const char* const text = std::string(name) == "log.csv"
                                 ? "qid,docno,pos,click\n1,a,1,1\n"
                                 : "qid\tdocno\tpos\tclick\n1\ta\t1\t1\n";
    const Outcome outcome = convert(folder.write(name, text));
    CHECK(outcome.code == 3);
    has(outcome.err, "the first line names no column 'position'");
  }
  // So is one whose clicks are joined with features.
  const std::string names =
      folder.write("names.csv", "query,sku,rank,clicked\n");
  has(fedltr_command(
          {"data", "convert", names, "--features", "f", "--out", out})
          .err,
      "names.csv:1: the first line names no column 'qid'; fedltr data convert "
      "--to clicks --qid NAME names another");
  has(fedltr_command({"data", "info", names}).err,
      "names no column 'label' (--label NAME chooses another)");
  has(fedltr_command({"data", "info", names}).err,
      "--from clicks of a click log");
  for (const char* name : {"none.csv", "none.tsv"}) {
    const Outcome outcome = convert((folder / name).string());
    CHECK(outcome.code == 3);
    has(outcome.err, "can't be opened");
  }
}

TEST_CASE("a format refuses the options of others, and names them") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", five_queries());
  std::size_t refused = 0;
  for (const InputFormat& format : input_formats())
    for (const InputFormat& other : input_formats())
      for (const std::string& option : other.options) {
        if (std::ranges::count(format.options, option) > 0) continue;
        const std::string error = files.fault(
            {rows, "--from", format.name, "--" + option, "1"}, kWrongUsage);
        CHECK(error.starts_with("fedltr: --" + option +
                                ": can't be used with --from " + format.name +
                                "; it needs "));
        has(error.substr(error.find("needs")), other.name);
        ++refused;
      }
  CHECK(refused > 20);
}

TEST_CASE("rows of chosen users are kept, by searches or by time") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", five_queries());
  const std::string users = files.folder.write("u.csv", kUsers);
  const auto kept = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {rows, "--of-users", users});
    return queries_in(files.text(more));
  };
  CHECK(kept({}) == "12345");
  CHECK(kept({"--most-active", "1"}) == "135");
  CHECK(kept({"--most-active", "9"}) == "12345");
  CHECK(kept({"--earliest", "40"}) == "12");
  CHECK(kept({"--latest", "40"}) == "45");
  CHECK(kept({"--latest", "80"}) == "2345");
  CHECK(kept({"--most-active", "1", "--earliest", "67"}) == "13");
  const auto fault = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {rows, "--of-users", users});
    return files.fault(more, kWrongUsage);
  };
  CHECK(fault({"--earliest", "50", "--latest", "50"}) ==
        "fedltr: --earliest and --latest: give only one of them\n");
  CHECK(fault({"--earliest", "100"}) ==
        "fedltr: --earliest 100: expected an integer 1 to 99\n");
  CHECK(fault({"--latest", "0"}) ==
        "fedltr: --latest 0: expected an integer 1 to 99\n");
  CHECK(fault({"--earliest", "19"}) ==
        "fedltr: --earliest 19: is less than one of the 5 queries in " + users +
            "\n");
  CHECK(fault({"--most-active", "0"}) ==
        "fedltr: --most-active 0: expected an integer 1 to 1000000000\n");
}

TEST_CASE("the join of chosen users with rows is reported") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", five_queries());
  const std::string users = files.folder.write(
      "u.csv", "qid,user,timestamp\n5,a,1\nz,a,2\n2,a,3\ny,b,4\n");
  has(files.convert({rows, "--of-users", users}).out,
      "  with rows  2 of 4 queries\n  no rows of queries such as 'y', 'z'\n");
  files.folder.write("u.csv", "qid,user,timestamp\nx,a,1\n");
  has(files.fault({rows, "--of-users", users}),
      "none of the log's 1 queries has rows in " + rows +
          ", where queries are '1', '2', '3'; the log's are 'x'\n");
}

TEST_CASE("the report counts queries, documents, features and grades") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r.txt",
      "3 qid:a 1:1 5:2 # docid = x\n0 qid:a 2:1\n0 qid:a 1:1\n1 qid:b 1:1\n");
  const Outcome outcome = files.convert({rows, "--from", "letor"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.out == files.out +
                           " (letor, from letor)\n"
                           "  queries    2\n"
                           "  documents  4 (1 to 3 per query)\n"
                           "  features   5\n"
                           "  grades     0: 2 1: 1 3: 1\n");
}

TEST_CASE("a help lists each format with its options") {
  const Outcome outcome = convert_files({"--help"});
  CHECK(outcome.code == 0);
  for (const InputFormat& format : input_formats()) {
    has(outcome.out, "  " + std::string(format.name));
    has(outcome.out, format.summary);
    for (const std::string& option : format.options)
      has(outcome.out, "--" + option);
  }
  for (const OutputFormat& format : output_formats())
    has(outcome.out, format.summary);
}

}  // namespace fedltr::convert_command_test
