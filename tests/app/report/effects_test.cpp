#include "app/report/effects.hpp"

#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/report/sections.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::effects_test {
using test::fedltr_command;
using test::TemporaryFolder;

namespace {

/// Reads the report of a small grid.
ReportData grid_of(const TemporaryFolder& folder, const std::string& grid) {
  const std::string file = folder.write(
      "s.ini",
      "# Which pace helps whom? The rest of the comment.\n"
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n"
      "[federation]\nclients = 3\nrounds = 4\n[grid]\n" +
          grid);
  REQUIRE(fedltr_command({"run", file, "--out", folder / "run"}).code == 0);
  return read_report_data({folder / "run"});
}

std::string text_of(const ReportSection& section) {
  for (const ReportBlock& block : section.blocks)
    if (const auto* words = std::get_if<Paragraph>(&block)) return words->text;
  return "";
}

double mean_of(const ReportData& data, std::size_t run) {
  return spread_of(data.runs[run], "ndcg@10").mean;
}

}  // namespace

TEST_CASE("the effect of a key is over points that are equal otherwise") {
  const TemporaryFolder folder;
  const ReportData data = grid_of(folder,
                                  "clicks.model = perfect, informational\n"
                                  "learner.rate = 0.01, 0.1\n");
  CHECK(conditions_of(data) == std::vector<std::string>{"clicks.model"});
  const ReportTable table = effects_table(data, "ndcg@10");
  REQUIRE(table.rows.size() == 4);
  const auto cells = [&](std::size_t row) {
    std::vector<std::string> texts;
    for (const ReportCell& cell : table.rows[row]) texts.push_back(cell.text);
    return texts;
  };
  // Points: perfect .01, perfect .1, informational .01, informational .1.
  CHECK(cells(0) == std::vector<std::string>{
                        "clicks.model", "perfect", "2",
                        metric_text((mean_of(data, 0) + mean_of(data, 1)) / 2),
                        "-", "-"});
  CHECK(cells(3) == std::vector<std::string>{
                        "learner.rate", "0.1", "2",
                        metric_text((mean_of(data, 1) + mean_of(data, 3)) / 2),
                        difference_text((mean_of(data, 1) - mean_of(data, 0) +
                                         mean_of(data, 3) - mean_of(data, 2)) /
                                        2),
                        "2"});
}

TEST_CASE("settings that a value brings along are part of its row") {
  const TemporaryFolder folder;
  const ReportData data =
      grid_of(folder,
              "clicks.model = perfect, pbm eta=0.5, pbm eta=2\n"
              "learner.rate = 0.01, 0.1\n");
  const ReportTable table = effects_table(data, "ndcg@10");
  REQUIRE(table.rows.size() == 5);
  CHECK(table.rows[2][0].text.find(", ") != std::string::npos);
  // Where a setting has no effect, it is no part.
  CHECK(table.rows[0][0].text == "clicks.model");
  CHECK(table.rows[0][1].text == "perfect");
  // Each row but a key's first has pairs.
  CHECK(table.rows[1][5].text == "2");
  CHECK(table.rows[2][5].text == "2");
  CHECK(table.rows[4][5].text == "3");
}

TEST_CASE("grids that are read together have one table of effects") {
  const TemporaryFolder folder;
  grid_of(folder,
          "clicks.model = perfect, informational\nlearner.rate = 0.01, 0.1\n");
  std::filesystem::rename(folder / "run", folder / "first");
  grid_of(folder,
          "clicks.model = perfect, informational\nlearner.rate = 0.02, 0.2\n");
  const ReportSection answer =
      answer_section(read_report_data({folder / "first", folder / "run"}));
  CHECK(std::ranges::any_of(answer.blocks, [](const ReportBlock& block) {
    const auto* table = std::get_if<ReportTable>(&block);
    return table && table->title.starts_with("Effect of each key");
  }));
}

TEST_CASE("seeds are keys of their own, and pair with equal seeds") {
  const TemporaryFolder folder;
  const ReportData data =
      grid_of(folder, "learner.rate = 0.01, 0.1\nrun.seed = 1, 2\n");
  CHECK(data.varied == std::vector<std::string>{"learner.rate", "run.seed"});
  CHECK(conditions_of(data) == std::vector<std::string>{"run.seed"});
  const ReportTable table = effects_table(data, "ndcg@10");
  REQUIRE(table.rows.size() == 4);
  // Points: .01 of both seeds, .1 of both.
  CHECK(table.rows[1][4].text ==
        difference_text((mean_of(data, 2) - mean_of(data, 0) +
                         mean_of(data, 3) - mean_of(data, 1)) /
                        2));
  CHECK(table.rows[1][5].text == "2");
}

TEST_CASE("a default that follows from another key is no key that varies") {
  const TemporaryFolder folder;
  const ReportData data = grid_of(folder, "ranker.model = linear, neural\n");
  CHECK(data.varied == std::vector<std::string>{"ranker.model"});
}

TEST_CASE("a list of points is a condition if it sets one") {
  const TemporaryFolder folder;
  CHECK(conditions_of(grid_of(folder,
                              "pace = slow: learner.rate=0.01, fast: "
                              "learner.rate=0.1\n"))
            .empty());
  const TemporaryFolder other;
  CHECK(conditions_of(grid_of(other,
                              "users = a: clicks.model=perfect, b: "
                              "clicks.model=informational\n")) ==
        std::vector<std::string>{"grid.users"});
}

TEST_CASE("no point is the best of those that differ in difficulty") {
  const TemporaryFolder folder;
  const ReportData users =
      grid_of(folder, "clicks.model = perfect, informational\n");
  CHECK(text_of(answer_section(users)).find("names no winner") !=
        std::string::npos);
  CHECK(report_page(users).question == "Which pace helps whom?");
  const TemporaryFolder other;
  const ReportData rates = grid_of(other, "learner.rate = 0.01, 0.1\n");
  CHECK(conditions_of(rates).empty());
  CHECK(text_of(answer_section(rates)).find("is the best") !=
        std::string::npos);
}

}  // namespace fedltr::effects_test
