// The texts of a silo's run folder, from a result made by hand.
#include "app/results/silo_files.hpp"

#include "algorithms/sketch/theorem_bounds.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/study_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_files_test {
using namespace fedltr::test;

namespace {

std::string text_of_silo(const SiloFile& file, const SiloPoint& point) {
  return text_of(file, SiloResults{point, Timing()});
}

}  // namespace

TEST_CASE(
    "parties.csv has a row per party and method, with the gain by joining") {
  SiloPoint point = small_silo_point();
  point.runs[0].excluded = {{1, "it lied"}};
  CHECK(text_of_silo(parties_csv_file(), point) ==
        "repeat,party,method,documents,queries,labelled,cross,bytes_up,"
        "bytes_down,releases,withheld,claimed,accounted_counts,excluded,"
        "alone,gain,gain_interval95,verdict,"
        "ndcg@10,own_ndcg@10,gain_ndcg@10\n"
        "1,0,global,3,1,7,9,11,21,5,0,2.5,3,no,local,0.25,nan,undecided,"
        "0.5,1,0.25\n"
        "1,0,local,3,1,7,9,11,21,5,0,2.5,3,no,-,nan,nan,-,0.25,1,0\n"
        "1,1,global,1,1,8,10,12,22,1,2,0.5,0.5,yes,local,-0.25,nan,undecided,"
        "0.5,nan,-0.25\n"
        "1,1,local,1,1,8,10,12,22,1,2,0.5,0.5,yes,-,nan,nan,-,0.75,nan,0\n");
}

TEST_CASE("without training alone no gain is known") {
  SiloPoint point = small_silo_point();
  point.runs[0].methods.erase("local");
  point.methods = {"global"};
  has(text_of_silo(parties_csv_file(), point), ",no,-,nan,nan,-,0.5,1,nan\n");
}

TEST_CASE("features.csv has a row per feature, nan where one never changes") {
  const std::string csv = text_of_silo(features_csv_file(), small_silo_point());
  const auto& names = text_feature_names();
  CHECK(csv.starts_with("repeat,feature,correlation\n1," + names[0] +
                        ",nan\n1," + names[1] + ",0.5\n"));
  CHECK(std::ranges::count(csv, '\n') == 1 + kTextFeatures);
}

TEST_CASE(
    "a silo's per_query.tsv is of the headline, each method has its own") {
  const SiloPoint point = small_silo_point();
  const std::string head = "qid\tmetric\tvalue\tfold\trepeat\n";
  CHECK(text_of_silo(silo_per_query_file(), point) ==
        head + "q1\tndcg@10\t0.5\t1\t1\n");
  SiloPoint other = point;
  other.runs[0].methods.at("local").queries(1, 0) = 0.125;
  const auto files =
      written(method_per_query_file(), SiloResults{other, Timing()});
  REQUIRE(files.size() == 2);
  CHECK(files.at("methods/global/per_query.tsv") ==
        head + "q1\tndcg@10\t0.5\t1\t1\n");
  CHECK(files.at("methods/local/per_query.tsv") ==
        head + "q1\tndcg@10\t0.5\t1\t1\nq2\tndcg@10\t0.125\t1\t1\n");
}

TEST_CASE("a silo's model reads back exactly, an excluded party's is null") {
  SiloPoint point = small_silo_point();
  point.runs[0].methods.at("local").models[1] = Vector();
  const auto model =
      nlohmann::json::parse(text_of_silo(silo_model_file(), point));
  CHECK(model["features"] == kTextFeatures);
  CHECK(model["grades"] == 3);
  CHECK(model["names"].size() == kTextFeatures);
  CHECK(model["statistics"]["documents"] == 200);
  CHECK(model["statistics"]["mean_length"]["body"] > 10);
  CHECK(model["statistics"]["k1"] == 1.2);
  CHECK(model["tokens"]["stemmer"] == "english");
  CHECK(model["parties"]["local"] == nlohmann::json({{0.1, 0.25}, nullptr}));
  CHECK(model["parties"]["global"] ==
        nlohmann::json({{0.1, 0.5}, {1.0 / 3, 0.5}}));
}

TEST_CASE("the reason why there is no bound is that of what is exact") {
  Scenario scenario = small_silo_point().described.scenario;
  scenario.silo.epsilon = 0;
  CHECK(why_unbounded(scenario) == "without noise there is no bound");
}

TEST_CASE("no terms asked cost no bytes a term") {
  RetrievalSummary nothing;
  nothing.bytes_moved = 5;
  CHECK(nothing.bytes_per_term() == 0);
  nothing.asked = 2;
  CHECK(nothing.bytes_per_term() == 2.5);
}

TEST_CASE("a silo's manifest has its repeats' seeds, for each method too") {
  const SiloPoint point = small_silo_point();
  const std::string text = text_of_silo(manifest_file<SiloResults>(), point);
  CHECK(nlohmann::json::parse(text)["seeds"] ==
        nlohmann::json::array({{{"fold", 1}, {"repeat", 1}, {"seed", 71}}}));
  const auto files =
      written(method_manifest_file(), SiloResults{point, Timing()});
  CHECK(files.at("methods/local/manifest.json") == text);
}

TEST_CASE("a picture of features needs three instances for its plane") {
  SiloPoint point = small_silo_point();
  point.runs[0].points = Matrix::Zero(2, kTextFeatures);
  CHECK(text_of_silo(features_svg_file(), point).empty());
  point.runs[0].points = Matrix::Identity(4, kTextFeatures);
  point.runs[0].local_points = 1;
  const std::string svg = text_of_silo(features_svg_file(), point);
  has(svg, "tiny: features of one party");
  has(svg, "principal axis 1 (");
}

TEST_CASE("a silo's grid.csv marks points that were cut short") {
  std::vector<SiloPoint> points = {small_silo_point()};
  CHECK(grid_csv(rows_of(points)).find("cut_short") == std::string::npos);
  points[0].plans.resize(3);
  has(grid_csv(rows_of(points)), "folder,silo.top,method,");
  has(grid_csv(rows_of(points)), ",signature,cut_short\n\"silo.top=5\",5,");
  has(grid_csv(rows_of(points)), ",1 of 3 repeats ended\n");
}

TEST_CASE("a silo's grid.csv has a row per point and method, if it has runs") {
  const std::vector<SiloPoint> points = {small_silo_point(), [] {
                                           SiloPoint none = small_silo_point();
                                           none.runs.clear();
                                           return none;
                                         }()};
  const std::string global = silo_signature(points[0].runs, "global");
  const std::string local = silo_signature(points[0].runs, "local");
  const std::string rest =
      ",0.5,nan,1,0.5,250,2000,0.5,0.25,1.5,4,2.5,inf,3,2,";
  CHECK(grid_csv(rows_of(points)) ==
        "folder,silo.top,method,ndcg@10,ndcg@10_std,n,cover_rate,"
        "bytes_moved_per_term,bytes_stored,body_bm25_correlation,cover_bound,"
        "count_error,count_error_bound,claimed,accounted,accounted_counts,"
        "withheld,signature\n\"silo.top=5\",5,local" +
            rest + local + "\n\"silo.top=5\",5,global" + rest + global + "\n");
}

}  // namespace fedltr::silo_files_test
