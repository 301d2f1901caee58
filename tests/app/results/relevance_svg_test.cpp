#include "app/results/plane.hpp"
#include "app/results/silo_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::relevance_svg_test {
using namespace fedltr::test;

namespace {

std::size_t circles(const std::string& svg, const std::string& colour) {
  std::size_t count = 0;
  const std::string circle = "r=\"2.6\" fill=\"" + colour + "\"";
  for (std::size_t at = svg.find(circle); at != svg.npos;
       at = svg.find(circle, at + 1))
    ++count;
  return count;
}

SiloPoint sampled_point() {
  SiloPoint point = small_silo_point();
  FeatureSample& sample = point.runs[0].sample;
  sample.sketched = Matrix::Identity(6, kTextFeatures);
  sample.exact = 2 * Matrix::Identity(6, kTextFeatures);
  sample.exact(0, 5) = 9;
  sample.relevant = 2;
  return point;
}

}  // namespace

TEST_CASE("relevant instances are red, irrelevant ones blue") {
  const SiloPoint point = sampled_point();
  const SiloResults results{point, Timing()};
  const std::string sketched = text_of(relevance_svg_file(), results);
  const std::string exact = text_of(exact_relevance_svg_file(), results);
  for (const std::string& svg : {sketched, exact}) {
    CHECK(xml_fault(svg) == "");
    CHECK(circles(svg, "#c0392b") == 2);
    CHECK(circles(svg, "#1b6ca8") == 4);
    has(svg, ">relevant</text>");
    has(svg, ">irrelevant</text>");
  }
  has(sketched, "tiny: cross-party instances, sketched features");
  has(exact, "tiny: cross-party instances, exact features");
  CHECK(sketched != exact);
}

TEST_CASE("t-SNE draws the same instances, if it is wanted") {
  SiloPoint point = sampled_point();
  CHECK(written(relevance_tsne_file(), SiloResults{point, Timing()}).empty());
  point.described.scenario.silo.t_sne = true;
  const SiloResults results{point, Timing()};
  const std::string sketched = text_of(relevance_tsne_file(), results);
  const std::string exact = text_of(exact_relevance_tsne_file(), results);
  for (const std::string& svg : {sketched, exact}) {
    CHECK(xml_fault(svg) == "");
    CHECK(circles(svg, "#c0392b") == 2);
    CHECK(circles(svg, "#1b6ca8") == 4);
    has(svg, "% of the five nearest points are of a point");
    has(svg, "t-SNE 1");
  }
  CHECK(sketched != exact);
  CHECK(sketched != text_of(relevance_svg_file(), results));
  point.runs[0].sample.sketched = Matrix::Zero(3, kTextFeatures);
  CHECK(written(relevance_tsne_file(), SiloResults{point, Timing()}).empty());
}

TEST_CASE("a plane needs three instances") {
  SiloPoint point = sampled_point();
  point.runs[0].sample.sketched = Matrix::Zero(2, kTextFeatures);
  CHECK(written(relevance_svg_file(), SiloResults{point, Timing()}).empty());
  CHECK_FALSE(has_plane(Matrix()));
  CHECK(has_plane(Matrix::Zero(3, 2)));
}

}  // namespace fedltr::relevance_svg_test
