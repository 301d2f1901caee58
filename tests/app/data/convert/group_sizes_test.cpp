#include "app/data/convert/group_sizes.hpp"

#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::group_sizes_test {
using namespace fedltr::test;

TEST_CASE("rows get the number of their group, over all files") {
  GroupSizes groups;
  groups.begin("g", {2, 0, 1});
  std::string names;
  for (int row = 1; row <= 3; ++row)
    names += groups.query_of_next().value() + " ";
  groups.end("r");
  groups.begin("h", {1});
  names += groups.query_of_next().value();
  groups.end("s");
  CHECK(names == "1 1 3 4");
}

TEST_CASE("surplus and missing rows are reported with both numbers") {
  GroupSizes groups;
  groups.begin("g", {1});
  groups.query_of_next();
  CHECK_FALSE(groups.query_of_next());
  CHECK(error_of<DataError>([&] { groups.end("r"); }) ==
        "g: has groups for 1 rows, but r holds 2");
  groups.begin("h", {2, 1});
  groups.query_of_next();
  CHECK(error_of<DataError>([&] { groups.end("s"); }) ==
        "h: has groups for 3 rows, but s holds 1");
}

TEST_CASE("a number for each row is recognised as its query") {
  for (const auto& ids : {std::vector<std::uint64_t>{7, 7, 8, 8, 8},
                          std::vector<std::uint64_t>{0, 0, 0, 1, 1}}) {
    GroupSizes groups;
    groups.begin("g", ids);
    for (int row = 0; row < 5; ++row) groups.query_of_next();
    has(error_of<DataError>([&] { groups.end("r"); }),
        "; a number for each row looks like its query, which --query-ids FILE "
        "reads");
  }
}

TEST_CASE("queries of rows are names, a line each") {
  const TemporaryFolder folder;
  QueryIds ids(folder.write("q", "red shoes\r\n12\n\n"));
  CHECK(ids.query_of_next({"r", 1}) == "red shoes");
  has(error_of<DataError>([&] { ids.end("r"); }),
      "q: names queries of 2 rows, but r holds 1");
  CHECK(ids.query_of_next({"r", 2}) == "12");
  ids.end("r");
  has(error_of<DataError>([&] {
        ids.query_of_next({"r", 3});
      }),
      "r:3: a row of no query: ");
  CHECK_THROWS_AS(QueryIds(folder.write("e", "\n")), DataError);
}

TEST_CASE("sizes are integers, a line each") {
  const TemporaryFolder folder;
  CHECK(read_group_sizes(folder.write("g", "3\r\n\n 0 \n12")) ==
        std::vector<std::uint64_t>{3, 0, 12});
  for (const char* const bad :
       {"", "\n", "x\n", "1 2\n", "-1\n", "1.0\n", "4294967297\n"})
    CHECK_THROWS_AS(read_group_sizes(folder.write("b", bad)), DataError);
}

TEST_CASE("a file's groups are beside it, each packed or not") {
  const TemporaryFolder folder;
  const auto beside = [&](const std::string& rows, const std::string& groups) {
    const std::string wanted = folder.write(groups, "1\n");
    const auto found = find_group_sizes((folder / rows).string());
    std::filesystem::remove(wanted);
    return found == wanted;
  };
  CHECK(beside("r", "r.query"));
  CHECK(beside("r", "r.group"));
  CHECK(beside("r", "r.query.gz"));
  CHECK(beside("r.gz", "r.query"));
  CHECK(beside("r.gz", "r.gz.group"));
  CHECK(beside("r.gz", "r.group.gz"));
  CHECK_FALSE(beside("r", "s.query"));
  CHECK_FALSE(find_group_sizes((folder / "r").string()));
}

}  // namespace fedltr::group_sizes_test
