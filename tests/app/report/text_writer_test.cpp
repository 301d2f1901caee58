#include <doctest/doctest.h>

#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::text_writer_test {
using namespace fedltr::test;

namespace {

std::string text_with(std::vector<ReportBlock> blocks) {
  return report_text({"name", {{"Section", std::move(blocks)}}, "2 runs"});
}

}  // namespace

TEST_CASE("labelled paragraphs are lines, a label is not repeated") {
  CHECK(text_with({Paragraph{"first", true, "learned"},
                   Paragraph{"of the page alone"},
                   Paragraph{"second", false, "privacy"},
                   Paragraph{"third", false, "privacy"}}) ==
        "name: 2 runs\n"
        "learned   first\n"
        "privacy   second\n"
        "          third\n");
}

TEST_CASE("a labelled table has a line per row, without unknown values") {
  ReportTable table{"Title", {"run", "late", "lost", "why"}};
  table.rows = {{{"a"}, {"1"}, {"-"}, {""}}, {{"a"}, {"2"}, {"3"}, {"x"}}};
  table.label = "faults";
  CHECK(text_with({table}) ==
        "name: 2 runs\n"
        "faults    late 1\n"
        "          late 2, lost 3, why x\n");
}

TEST_CASE("a brief table has its first columns, numbers to the right") {
  ReportTable table{"Title", {"run", "m", "nothing", "note", "more"}};
  table.rows = {{{"a"}, {"0.5000 ± 0.1000"}, {"-"}, {"x"}, {"1"}},
                {{"long"}, {"10"}, {"-"}, {"yes"}, {"2"}}};
  CHECK(text_with({table}) == "name: 2 runs\n");
  table.brief = 4;
  CHECK(text_with({table}) ==
        "name: 2 runs\n"
        "Title\n"
        "  run                 m  note\n"
        "  a     0.5000 ± 0.1000  x\n"
        "  long               10  yes\n");
}

TEST_CASE("names can't control the terminal") {
  ReportTable table{"T\n", {"run"}};
  table.rows = {{{"\x1b[2J"}}};
  table.brief = 1;
  CHECK(report_text({"a\tb", {{"", {Paragraph{"\r", false, "x"}, table}}}}) ==
        "a?b\nx         ?\nT?\n  run\n  ?[2J\n");
}

TEST_CASE("the text of a run has its size, and no values by query") {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  const Outcome text = fedltr_command({"report", run, "--to", "text"});
  CHECK(text.code == 0);
  CHECK(text.out ==
        "by hand\n"
        "learned   m 0.5000; standard deviation 0.1000 over 2 runs\n"
        "results   " +
            run + "\n");
  const std::string out = (folder / "r.txt").string();
  CHECK(fedltr_command({"report", run, "--to", "text", "--out", out}).out ==
        "report    " + out + "\n");
  CHECK(read_text(out) == text.out);
}

TEST_CASE("a run without any finite metric is also reported") {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  folder.write("r/summary.json",
               R"({"complete": true, "metrics": {"m": {"mean": null,
                   "std": null, "n": 1}}, "runs": [], "signature": "5e"})");
  CHECK(fedltr_command({"report", run, "--to", "text"}).out ==
        "by hand\nresults   " + run + "  signature 5e\n");
}

}  // namespace fedltr::text_writer_test
