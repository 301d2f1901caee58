#include <algorithm>

#include <doctest/doctest.h>

#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::curves_test {
using namespace fedltr::test;

namespace {

std::vector<CurvePoint> curve_to(double last) {
  return {{0, 0, 0.25, 0.25, 0.25}, {1, 4, last, last, last}};
}

/// A curve of these means with a band of one on both sides.
ReportFigure banded(const std::vector<double>& means) {
  ReportFigure figure{"Fig", "round", "", "y", {{"a"}}};
  for (std::size_t i = 0; i < means.size(); ++i) {
    const auto at = static_cast<double>(i);
    figure.curves[0].points.push_back(
        {at, at, means[i], means[i] - 1, means[i] + 1});
  }
  return figure;
}

std::vector<int> places_kept(const ReportFigure& figure, std::size_t parts) {
  std::vector<int> places;
  const ReportFigure kept = thinned(figure, parts);
  for (const CurvePoint& point : kept.curves[0].points)
    places.push_back(static_cast<int>(point.at));
  return places;
}

}  // namespace

TEST_CASE("thinning keeps of each part its ends and extremes, worked by hand") {
  ReportFigure figure = banded({5, 1, 9, 4, 4, 3, 3, 8, 0, 2});
  figure.curves[0].points[3].low = -7;
  figure.curves[0].points[6].high = 20;
  // Part 0 to 4: first 0, minimum 1, maximum 2, lowest end 3. Part 5 to 9:
  // first 5, minimum 8, maximum 7, highest end 6. And the last point.
  CHECK(places_kept(figure, 2) == std::vector<int>{0, 1, 2, 3, 5, 6, 7, 8, 9});
  // One part: first, minimum (8), maximum (2), lowest (3), highest (6), last.
  CHECK(places_kept(figure, 1) == std::vector<int>{0, 2, 3, 6, 8, 9});
}

TEST_CASE("a flat curve keeps the beginnings of its parts and its end") {
  const ReportFigure flat = banded(std::vector<double>(7, 0.5));
  // Parts begin at 0, 7/3 and 14/3, rounded down.
  CHECK(places_kept(flat, 3) == std::vector<int>{0, 2, 4, 6});
  // Up to two points per part, none are omitted.
  CHECK(places_kept(flat, 4) == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("curves are thinned one by one, and the note is kept") {
  ReportFigure figure = banded(std::vector<double>(100, 0.5));
  figure.curves.push_back({"short", curve_to(0.5)});
  figure.note = "Of two.";
  const ReportFigure few = thinned(figure, 5);
  CHECK(few.curves[0].points.size() == 6);
  CHECK(few.curves[1].points.size() == 2);
  CHECK(few.note ==
        "Of two. Thinned: shows the first point and the extremes of each "
        "stretch.");
  CHECK(few.title == "Fig");
  CHECK(thinned(few, 50).note == few.note);
  CHECK(thinned({"none", "x", "", "y"}, 5).curves.empty());
}

TEST_CASE("a figure's curves differ in colour, and neighbours in dashes") {
  for (std::size_t c = 0; c < kMaxCurves; ++c) {
    const std::string colour = curve_colour(c);
    CHECK(colour.size() == 7);
    for (std::size_t d = 0; d < c; ++d) {
      CHECK(colour != curve_colour(d));
      const bool both_full = curve_dashes(c).empty() && curve_dashes(d).empty();
      CHECK((both_full || curve_dashes(c) != curve_dashes(d)));
    }
    // On and off alternate.
    CHECK(curve_dashes(c).size() % 2 == 0);
  }
  CHECK(curve_colour(8) == curve_colour(0));
}

}  // namespace fedltr::curves_test
