#include "app/cli/list_figures.hpp"

#include <doctest/doctest.h>

#include "app/base/json.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::list_figures_test {
using test::fedltr_command;
using test::read_text;

TEST_CASE("docs/figures.md is current: make docs-lists renews it") {
  CHECK(read_text("docs/figures.md") ==
        fedltr_command({"list", "figures", "--format", "markdown"}).out);
}

TEST_CASE("figures of papers are listed with source, question and size") {
  const auto figures = nlohmann::json::parse(
      fedltr_command({"list", "figures", "--format", "json"}).out);
  REQUIRE(figures.size() > 50);
  const auto of = [&](const std::string& name) {
    for (const auto& each : figures)
      if (each["scenario"] == name) return each;
    return nlohmann::json();
  };
  const auto table = of("online/table-3.1");
  CHECK(table["source"] == "thesis table 3.1, MQ2007");
  CHECK(table["question"].get<std::string>().ends_with("learn?"));
  CHECK(table["report"] ==
        "table, online_discounted, a row for each method, a column for each "
        "clicks.model; 24 published values beside ours");
  CHECK(table["size"] ==
        "1000 clients × 4 searches × 1000 rounds; 27 points of the grid, 5 "
        "repeats on each fold");
  CHECK_FALSE(table["notes"].empty());
  // One without a picture of its own, and one that is no paper's.
  CHECK(of("silo/icde-figure-5")["report"] == "");
  CHECK(of("quickstart").is_null());
  // By number: 3.9 is before 3.10.
  std::size_t ninth = 0, tenth = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i]["scenario"] == "online/figure-3.9") ninth = i;
    if (figures[i]["scenario"] == "online/figure-3.10") tenth = i;
  }
  CHECK(ninth < tenth);
  CHECK(fedltr_command({"list", "figures"})
            .out.find("[thesis table 3.1, MQ2007]\n") != std::string::npos);
}

namespace {

std::vector<ListedFigure> two_figures() {
  return {{"online/table-1",
           "Which learns *fast*?",
           "a_b, table 1",
           "",
           "10 clients",
           {"Differs <here>.", "Short: --set a=b"}},
          {"alone", "Why?", "", "figure, m by round", "2 parties", {}}};
}

}  // namespace

TEST_CASE("a page has a heading for each folder, and no Markdown of texts") {
  const std::string page = figures_markdown(two_figures());
  const std::string expected =
      "\n## online\n\n### [online/table-1](../scenarios/online/table-1.ini)\n\n"
      "**Which learns \\*fast\\*?**\n\n"
      "- Source: a\\_b, table 1\n- Report: pictures of each run\n"
      "- Size: 10 clients\n"
      "- Command: `fedltr run online/table-1 --report`\n"
      "\nDiffers \\<here>.\n\nShort: --set a=b\n"
      "\n## other\n\n### [alone](../scenarios/alone.ini)\n\n**Why?**\n\n"
      "- Report: figure, m by round\n- Size: 2 parties\n"
      "- Command: `fedltr run alone --report`\n";
  CHECK(page.starts_with("# Figures and tables of the papers\n\n"));
  CHECK(page.ends_with(expected));
}

TEST_CASE("a figure is a line of text, or an object") {
  CHECK(figures_text(two_figures()) ==
        "online/table-1: Which learns *fast*?  [a_b, table 1]\n"
        "alone: Why?\n");
  const Json json = figures_json(two_figures());
  REQUIRE(json.size() == 2);
  CHECK(json[0]["scenario"] == "online/table-1");
  CHECK(json[0]["notes"].size() == 2);
  CHECK(json[1]["report"] == "figure, m by round");
}

}  // namespace fedltr::list_figures_test
