#include "app/report/panels.hpp"

#include <doctest/doctest.h>

namespace fedltr::panels_test {
namespace {

/// Runs with these values of two keys, as in a grid.
ReportData grid(std::size_t clicks, std::size_t rates) {
  ReportData data;
  data.varied = {"clicks.model", "learner.rate"};
  for (std::size_t c = 0; c < clicks; ++c)
    for (std::size_t r = 0; r < rates; ++r) {
      RunFolder run;
      run.label = "run " + std::to_string(data.runs.size());
      run.scenario["clicks.model"] = std::string(1, static_cast<char>('a' + c));
      run.scenario["learner.rate"] = std::to_string(r);
      data.runs.push_back(std::move(run));
    }
  data.files.resize(data.runs.size());
  return data;
}

}  // namespace

TEST_CASE("few runs share one figure") {
  const auto panels = panels_of(grid(2, 3));
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].title == "");
  CHECK(panels[0].runs.size() == 6);
  CHECK(panels[0].names[5] == "run 5");
}

TEST_CASE("the key with the most values makes the curves of many runs") {
  const auto panels = panels_of(grid(3, 5));
  REQUIRE(panels.size() == 3);
  CHECK(panels[1].title == "clicks.model = b");
  CHECK(panels[1].runs == std::vector<std::size_t>{5, 6, 7, 8, 9});
  CHECK(panels[1].names[2] == "rate=2");
}

TEST_CASE("a key of more values than a figure has curves makes the panels") {
  const auto panels = panels_of(grid(3, 9));
  REQUIRE(panels.size() == 9);
  CHECK(panels[0].title == "learner.rate = 0");
  CHECK(panels[0].names ==
        std::vector<std::string>{"model=a", "model=b", "model=c"});
}

TEST_CASE("where no key fits, runs come in order, eight a figure") {
  const auto panels = panels_of(grid(1, 20));
  REQUIRE(panels.size() == 3);
  CHECK(panels[0].title == "runs 1 to 8");
  CHECK(panels[2].runs.size() == 4);
}

TEST_CASE("no two curves of a figure have one name") {
  ReportData data = grid(2, 4);
  data.varied = {"clicks.model"};  // other keys change no result
  const auto panels = panels_of(data);
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].names.front() == "run 0");
  CHECK(panels[0].names.back() == "run 7");
}

TEST_CASE("runs of the same settings never overfill a figure") {
  ReportData data = grid(2, 2);
  const auto runs = data.runs;
  for (int copies = 0; copies < 6; ++copies)
    data.runs.insert(data.runs.end(), runs.begin(), runs.end());
  std::size_t all = 0;
  for (const Panel& panel : panels_of(data)) {
    CHECK(panel.runs.size() <= kMaxCurves);
    CHECK(panel.runs.size() == panel.names.size());
    all += panel.runs.size();
  }
  CHECK(all == data.runs.size());
}

}  // namespace fedltr::panels_test
