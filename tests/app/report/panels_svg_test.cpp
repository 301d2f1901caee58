#include <doctest/doctest.h>

#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::panels_svg_test {
using namespace fedltr::test;

namespace {

/// Two panels side by side. Axes from 0 to 10 and from 0 to 1: as SVG x is 52
/// to 318, y 200 to 28.
ReportPanels two_panels() {
  ReportPanels panels{"Two & two", "round", "m"};
  panels.lines = {"a", "b"};
  panels.baseline = 1;
  panels.columns = 2;
  panels.panels = {
      {"left",
       {{{0, 0.25, 0.5, 0.75, 1}, {10, 1, 1, 1, 1}}, {{0, 0, 0, 0, 0}}}},
      {"right", {{}, {{0, 0, 0, 0, 0}, {5, 0, 0.25, 0.25, 0.25}}}}};
  return panels;
}

}  // namespace

TEST_CASE("panels have common axes, worked by hand") {
  const std::string svg = report_svg(two_panels());
  CHECK(xml_fault(svg) == "");
  CHECK(contains(svg, ">Two &amp; two</text>"));
  CHECK(times_in(svg, ">left</text>") == 1);
  CHECK(times_in(svg, ">right</text>") == 1);
  // .5 is half of 172 pixels above 200; 5 is half of 266 after 52.
  CHECK(contains(svg, "points=\"52.0,114.0 318.0,28.0\""));
  CHECK(contains(svg,
                 "points=\"52.0,200.0 185.0,157.0\" fill=\"none\" "
                 "stroke=\"currentColor\" stroke-width=\"2\" "
                 "stroke-dasharray=\"3 3\""));
  // Marks of the few points, with their bands.
  CHECK(contains(svg, "points=\"52.0,71.0 52.0,28.0\""));
  CHECK(contains(svg, "<circle cx=\"185.0\" cy=\"157.0\" r=\"3.5\""));
  CHECK(times_in(svg, "<circle ") == 5);
  CHECK(times_in(svg, "<polygon ") == 0);
}

TEST_CASE("panels have a legend above, and fill rows") {
  ReportPanels panels = two_panels();
  const std::string svg = report_svg(panels);
  // Title and legend take 50 pixels, each panel 330 by 250.
  CHECK(contains(svg, "width=\"660\" height=\"300\""));
  CHECK(contains(svg, "translate(330.0 50.0)"));
  // "a" takes 50 + 6.6 pixels.
  CHECK(contains(svg, "<text x=\"42.0\" y=\"16.0\">a</text>"));
  CHECK(contains(svg, "<text x=\"98.6\" y=\"16.0\">b</text>"));
  panels.columns = 1;
  const std::string below = report_svg(panels);
  CHECK(contains(below, "width=\"330\" height=\"550\""));
  CHECK(contains(below, "translate(0.0 300.0)"));
  // A title wider than the panels: 20 and 8.4 a letter.
  panels.title = std::string(100, 'x');
  CHECK(contains(report_svg(panels), "width=\"860\" height=\"550\""));
}

TEST_CASE("a curve of many points has a band in place of marks") {
  ReportPanels panels = two_panels();
  auto& curve = panels.panels[0].curves[0];
  curve.clear();
  for (int i = 0; i <= 20; ++i) curve.push_back({i / 2.0, 0, 0.5, i / 40.0, 1});
  const std::string svg = report_svg(panels);
  CHECK(times_in(svg, "<polygon ") == 1);
  CHECK(times_in(svg, "<circle ") == 3);
}

TEST_CASE("published values are hollow, and beside the end if later") {
  ReportPanels panels = two_panels();
  panels.panels[0].published = {{{4, 0.75}}, {}};
  const std::string here = report_svg(panels);
  CHECK(contains(here,
                 "<circle cx=\"158.4\" cy=\"71.0\" r=\"4.0\" fill=\"none\" "
                 "stroke=\"#0072b2\""));
  CHECK(contains(here, ">published</text>"));
  CHECK_FALSE(contains(here, ">published, later</text>"));
  panels.panels[1].published = {{}, {{20, 0.5}}};
  const std::string later = report_svg(panels);
  // The axis ends with the curves.
  CHECK_FALSE(contains(later, ">20</text>"));
  CHECK(contains(later,
                 "<path d=\"M314.0,110.0 l8,4 l-8,4 Z\" fill=\"none\" "
                 "stroke=\"currentColor\""));
  CHECK(contains(later, ">published, later</text>"));
  // The axes hold the marks.
  panels.panels[1].published[1][0].value = 3;
  CHECK(contains(report_svg(panels), ">3</text>"));
}

TEST_CASE("places with names have them below the axis") {
  ReportPanels panels = two_panels();
  panels.ticks = {"slow", "fast"};
  const std::string svg = report_svg(panels);
  CHECK(times_in(svg, ">slow</text>") == 2);
  CHECK_FALSE(contains(svg, ">10</text>"));
}

TEST_CASE("for a page, the legend and each panel are pictures of their own") {
  const Texts parts = panel_svgs(two_panels());
  REQUIRE(parts.size() == 3);
  CHECK(contains(parts[0], ">a</text>"));
  CHECK(contains(parts[0], "width=\"330\""));
  CHECK(contains(parts[1], ">left</text>"));
  CHECK(contains(parts[2], ">right</text>"));
  for (const std::string& part : parts) CHECK(xml_fault(part) == "");
}

}  // namespace fedltr::panels_svg_test
