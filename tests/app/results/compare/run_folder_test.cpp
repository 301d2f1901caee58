#include "app/results/compare/run_folder.hpp"

#include <doctest/doctest.h>

namespace fedltr::run_folder_test {
namespace {

RunFolder with(const std::string& path,
               std::map<std::string, std::string> scenario) {
  RunFolder run;
  run.folder = path;
  run.scenario = std::move(scenario);
  return run;
}

std::vector<std::string> labels_of(std::vector<RunFolder> runs,
                                   const std::vector<std::string>& by = {}) {
  label_runs(runs, by);
  std::vector<std::string> labels;
  for (const RunFolder& run : runs) labels.push_back(run.label);
  return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("runs are labelled by the settings in which they differ") {
  CHECK(labels_of(
            {with("r/a", {{"clicks.model", "perfect"}, {"run.seed", "1"}}),
             with("r/b", {{"clicks.model", "poison"}, {"run.seed", "2"}})}) ==
        Labels{"model=perfect", "model=poison"});
  // A key that only one run has is no difference in its value.
  CHECK(labels_of({with("r/a", {{"attack.kind", "lie"}}), with("r/b", {})}) ==
        Labels{"a", "b"});
  CHECK(labels_of({with("r/a", {{"x.k", "1"}, {"x.l", "1"}}),
                   with("r/b", {{"x.k", "2"}, {"x.l", "1"}}),
                   with("r/c", {{"x.k", "2"}, {"x.l", "2"}})}) ==
        Labels{"k=1, l=1", "k=2, l=1", "k=2, l=2"});
  // Keys that end alike are written in full.
  CHECK(labels_of({with("r/a", {{"x.k", "1"}, {"y.k", "1"}, {"y.l", "1"}}),
                   with("r/b", {{"x.k", "2"}, {"y.k", "1"}, {"y.l", "1"}}),
                   with("r/c", {{"x.k", "2"}, {"y.k", "2"}, {"y.l", "2"}})}) ==
        Labels{"x.k=1, y.k=1, l=1", "x.k=2, y.k=1, l=1", "x.k=2, y.k=2, l=2"});
}

TEST_CASE("runs alike are labelled by as much of their paths as is needed") {
  CHECK(labels_of({with("r/a", {}), with("r/b", {})}) == Labels{"a", "b"});
  CHECK(labels_of({with("r/a/x", {}), with("r/b/x/", {})}) ==
        Labels{"a/x", "b/x"});
  const std::string longer(50, 'y');
  CHECK(labels_of({with("r/a", {{"k.k", longer + "1"}}),
                   with("r/b", {{"k.k", longer + "2"}})}) == Labels{"a", "b"});
}

TEST_CASE("the key of tables is in no label") {
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"c.d", "1"}, {"e.f", "1"}}),
                   with("r/b", {{"a.b", "1"}, {"c.d", "2"}, {"e.f", "1"}}),
                   with("r/c", {{"a.b", "2"}, {"c.d", "2"}, {"e.f", "2"}})},
                  {"a.b"}) == Labels{"d=1", "d=2", "d=2"});
  // The same label in two tables, but never twice in one.
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"c.d", "1"}}),
                   with("r/b", {{"a.b", "1"}, {"c.d", "2"}}),
                   with("r/c", {{"a.b", "2"}, {"c.d", "1"}})},
                  {"a.b"}) == Labels{"d=1", "d=2", "d=1"});
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"run.seed", "1"}}),
                   with("r/b", {{"a.b", "1"}, {"run.seed", "2"}})},
                  {"a.b"}) == Labels{"a", "b"});
}

TEST_CASE("a run is meant by its label, a setting or the end of its path") {
  RunFolder run = with("runs/g/model=perfect", {{"clicks.model", "perfect"}});
  run.label = "perfect users";
  CHECK(is_called(run, "perfect users"));
  CHECK(is_called(run, "model=perfect"));
  CHECK(is_called(run, "g/model=perfect"));
  CHECK(is_called(run, "g/model=perfect/"));
  CHECK(is_called(with("runs/g/", {}), "g"));
  CHECK_FALSE(is_called(run, "perfect"));
  CHECK_FALSE(is_called(run, "del=perfect"));
  CHECK(NamedSetting::read("clicks.model=perfect")->holds(run));
  CHECK_FALSE(NamedSetting::read("clicks.model=poison")->holds(run));
  CHECK_FALSE(NamedSetting::read("model=perfect"));  // a path, or a label
}

TEST_CASE("a key without effect is in no label") {
  const std::map<std::string, std::string> none = {{"attack.kind", "none"},
                                                   {"attack.clients", "0.2"}};
  const std::map<std::string, std::string> lie = {{"attack.kind", "lie"},
                                                  {"attack.clients", "0.3"}};
  CHECK(labels_of({with("r/a", none), with("r/b", lie)}) ==
        Labels{"kind=none", "kind=lie"});
}

TEST_CASE("keys of an older run have their present names") {
  RunFolder old = with("r/a", {{"attack.kind", "ipm"},
                               {"attack.strength", "5"},
                               {"synthetic.twin", "yahoo"}});
  old.named_points["grid.how"] = {"attack.strength"};
  use_present_names(old);
  CHECK(old.scenario ==
        std::map<std::string, std::string>{{"attack.kind", "ipm"},
                                           {"attack.ipm.factor", "5"},
                                           {"synthetic.like", "yahoo"}});
  CHECK(old.named_points["grid.how"] ==
        std::set<std::string>{"attack.ipm.factor"});
  // Old names still find the values.
  CHECK(value_of(old, "attack.strength") == "5");
  CHECK(NamedSetting::read("attack.strength=5")->holds(old));
  CHECK_FALSE(NamedSetting::read("attack.strength=1")->holds(old));
  CHECK(find_value(old, "synthetic.twin"));
  CHECK_FALSE(find_value(old, "no.key"));
  CHECK(labels_of({old, with("r/b", {{"attack.kind", "ipm"},
                                     {"attack.lie.z", "3"},
                                     {"attack.ipm.factor", "7"},
                                     {"synthetic.like", "yahoo"}})}) ==
        Labels{"factor=5", "factor=7"});
}

TEST_CASE("a given label is kept") {
  RunFolder named = with("r/a", {{"learner.rate", "0.1"}});
  named.label = "ours";
  named.is_named = true;
  CHECK(labels_of({named, with("r/b", {{"learner.rate", "0.2"}})}) ==
        Labels{"ours", "rate=0.2"});
}

}  // namespace fedltr::run_folder_test
