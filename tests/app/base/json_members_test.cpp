#include "app/base/json_members.hpp"

#include <cmath>

#include "algorithms/data/letor.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::json_members_test {
using namespace fedltr::test;

namespace {

template <class Read>
std::string fault_of(const Read& read) {
  try {
    read();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("members are read with their types and bounds") {
  const Json json = parse_json(
      R"({"a": {"n": 3, "t": "x", "r": [1, 0.5], "m": [[1], [2]],
          "s": ["p", "q"], "f": true, "x": 0.5, "null": null,
          "o": [{"n": 1}, {"n": "y"}]}})");
  const JsonMembers all(json, "f");
  CHECK(all.has("a"));
  CHECK_FALSE(all.has("b"));
  const JsonMembers members = all.object("a");
  CHECK(members.whole<int>("n", 3, 3) == 3);
  CHECK(members.text("t") == "x");
  CHECK(members.reals("r", 1, 2) == Vector{{1, 0.5}});
  CHECK(members.rows("m", 1).at(1) == Vector{{2}});
  CHECK(members.texts("s", 2).at(1) == "q");
  CHECK(members.one_of<int>("t", {{"w", 1}, {"x", 2}}) == 2);

  CHECK(members.flag("f"));
  CHECK(members.real("x") == 0.5);
  CHECK(members.real("n") == 3);
  CHECK(std::isnan(members.real("null")));
  std::vector<int> visited;
  const auto visit = [&](const JsonMembers& each) {
    visited.push_back(each.whole<int>("n", 0, 9));
  };

  CHECK(fault_of([&] { members.each_object("o", visit); }) ==
        "f: a.o[1].n: expected an integer 0 to 9, got \"y\"");
  CHECK(visited == std::vector<int>{1});
  CHECK(fault_of([&] { members.each_object("s", visit); }) ==
        "f: a.s[0] is \"p\", expected an object");
  CHECK(fault_of([&] { members.each_object("t", visit); }) ==
        "f: a.t: expected an array of objects, got \"x\"");
  CHECK(fault_of([&] { members.flag("n"); }) ==
        "f: a.n: expected true or false, got 3");
  CHECK(fault_of([&] { members.real("t"); }) ==
        "f: a.t: expected a number, got \"x\"");
  CHECK(fault_of([&] { members.whole<int>("n", 4, 9); }) ==
        "f: a.n: expected an integer 4 to 9, got 3");
  CHECK(fault_of([&] { members.text("n"); }) ==
        "f: a.n: expected a text, got 3");
  CHECK(fault_of([&] { members.text("z"); }) == "f: a.z: is missing");
  CHECK(fault_of([&] { members.reals("r", 3, 4); }) ==
        "f: a.r: expected 3 to 4 numbers, got an array of 2");
  CHECK(fault_of([&] { members.reals("s", 2, 2); }) ==
        "f: a.s: number 1 is \"p\"");
  CHECK(fault_of([&] { members.rows("r", 1); }) ==
        "f: a.r: expected 1 numbers, got 1");
  CHECK(fault_of([&] { members.texts("s", 1); }) ==
        "f: a.s: expected at most 1 texts, got an array of 2");
  CHECK(fault_of([&] { members.object("n"); }) ==
        "f: a.n is 3, expected an object");
  CHECK(fault_of([&] {
          members.one_of<int>("t", {{"v", 1}, {"w", 2}});
        }) == "f: a.t: 'x': expected one of v, w");
}

TEST_CASE("members have names, and a missing row is null") {
  const Json json = {{"b", {{1}, nullptr}}, {"a", 0}};
  const JsonMembers members(json, "f");
  CHECK(members.names() == std::vector<std::string>{"b", "a"});
  const auto rows = members.rows_or_null("b", 1);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == Vector{{1}});
  CHECK(rows[1].size() == 0);
  CHECK(fault_of([&] { members.rows_or_null("a", 1); }) ==
        "f: a: expected an array of arrays, got 0");
  CHECK(fault_of([&] { members.rows("b", 1); }) ==
        "f: b: expected 1 numbers, got null");
}

TEST_CASE("a file is bounded in size and depth, whatever it holds") {
  const TemporaryFolder folder;
  const std::string file = folder.write("j.json", "{\"a\": [1, 2]}");
  CHECK(read_json(file, 13)["a"][1] == 2);
  CHECK(fault_of([&] { read_json(file, 12); }) ==
        file + ": is larger than the 12 bytes that are allowed");
  std::string deep = "0";
  for (int i = 0; i < kMaxJsonDepth; ++i) deep = "[" + deep + "]";
  CHECK_NOTHROW(read_json(folder.write("8.json", deep), 100));
  const std::string deeper = folder.write("9.json", "[[" + deep + "]]");
  CHECK(fault_of([&] { read_json(deeper, 100); }) ==
        deeper + ": is nested deeper than 8 levels");
  const std::string cut = folder.write("cut.json", "{\"a\": [1,\n 2");
  has(fault_of([&] { read_json(cut, 100); }), "is no JSON: parse error at");
}

}  // namespace fedltr::json_members_test
