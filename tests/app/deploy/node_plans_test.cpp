#include "app/deploy/node_plans.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "app/base/files.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/server_points.hpp"

namespace fedltr::node_plans_test {
using test::error_of;
using test::server_points;
using test::TemporaryFolder;

TEST_CASE("a node opens its own files only") {
  const TemporaryFolder folder;
  const std::string line = "1 qid:1 1:0.5\n0 qid:1 1:0.1\n";
  const auto point_of = [&](const std::string& at) {
    const std::string file = folder.write(at, line);
    const std::string text = "[data]\ntrain = " + file +
                             "\n[evaluation]\non = train\n"
                             "[federation]\nclients = 2\nrounds = 1\n";
    const auto read = read_scenario(folder.write("s.ini", text), {});
    Point point{read.points[0], nullptr, {}, {}};
    point.data =
        std::make_shared<const LoadedData>(load_data(point.described.scenario));
    return point;
  };
  const std::vector<Point> points = {point_of("server/set.txt")};
  const std::string encoded = encode_points(points);
  CHECK(encoded.find(folder.text()) == std::string::npos);
  folder.write("mine/set.txt", line);
  const PreparedScenario prepared = prepare_points(encoded, folder / "mine");
  CHECK(prepared.digest == digest_of_points(points));
  CHECK(prepared.data == data_of_points(points));
  CHECK(prepared.plans.size() == 1);
  test::has(error_of<std::exception>([&] { prepare_points(encoded, ""); }),
            "give --data");
  folder.write("other/set.txt", line + "2 qid:2 1:1\n");
  CHECK(prepare_points(encoded, folder / "other").data != prepared.data);
  // A server that names other folders, or sends no scenario at all.
  std::string hostile = encoded;
  hostile.replace(hostile.find("set.txt"), 7, "../x/et");
  test::has(error_of<std::exception>(
                [&] { prepare_points(hostile, folder / "mine"); }),
            "no file name");
  CHECK_THROWS_AS(prepare_points("nonsense", folder / "mine"), ArchiveError);
}

TEST_CASE("a node comes to the plans of its server, run by run") {
  for (const std::vector<std::string>& settings :
       std::vector<std::vector<std::string>>{
           {},
           {"run.repeats=2", "data.fold=all"},
           {"grid.learner.rate=0.1,0.3", "federation.participation=0.5"},
           {"attack.kind=click-poison", "attack.clients=1",
            "faults.crash=0.2"}}) {
    const auto points = server_points(settings);
    const PreparedScenario node = prepare_points(encode_points(points), "");
    CHECK(node.digest == digest_of_points(points));
    CHECK(node.data == data_of_points(points));
    std::size_t number = 0;
    for (const Point& point : points)
      for (const Run& run : point.runs) {
        REQUIRE(number < node.plans.size());
        const FederationPlan& plan = node.plans[number];
        CHECK(plan.run == number++);
        CHECK(plan.seed == run.plan.seed);
        CHECK(plan.clients == run.plan.clients);
        CHECK(plan.rounds == run.plan.rounds);
        CHECK(plan.participation == run.plan.participation);
      }
    CHECK(number == node.plans.size());
  }
}

TEST_CASE("a node gets the models of ranker.from from its server") {
  const TemporaryFolder folder;
  const std::string model = folder.write(
      "m.json",
      R"({"model": "linear", "features": 4, "parameters": [1, 2, 3, 4]})");
  auto points =
      server_points({"ranker.from=" + model, "run.repeats=2", "data.fold=all"});
  const std::string encoded = encode_points(points);
  CHECK(encoded.find(folder.text()) == std::string::npos);
  std::filesystem::remove(model);
  const PreparedScenario node = prepare_points(encoded, "");
  CHECK(node.digest == digest_of_points(points));
  CHECK(node.data == data_of_points(points));
  REQUIRE(node.plans.size() == 10);
  for (const FederationPlan& plan : node.plans)
    CHECK(plan.initial == Vector::LinSpaced(4, 1, 4));
  // A server that sends a model of another size.
  points[0].runs[3].plan.initial = Vector::Ones(5);
  test::has(error_of<std::exception>(
                [&] { prepare_points(encode_points(points), ""); }),
            "a model of other parameters");
  points[0].runs.pop_back();
  test::has(error_of<std::exception>(
                [&] { prepare_points(encode_points(points), ""); }),
            "a model for each run");
}

TEST_CASE("a digest changes with what is run, not with how or where") {
  const std::string digest = digest_of_points(server_points({}));
  for (const char* same :
       {"run.threads=3", "checkpoint.every=5", "run.out=there"})
    CHECK(digest_of_points(server_points({same})) == digest);
  for (const char* other :
       {"run.seed=2", "federation.clients=7", "learner.rate=0.2"})
    CHECK(digest_of_points(server_points({other})) != digest);
}

TEST_CASE("a set that several points share is hashed once") {
  const auto one = data_of_points(server_points({}));
  CHECK_FALSE(one.empty());
  CHECK(data_of_points(server_points({"grid.learner.rate=0.1,0.3"})) == one);
  CHECK(data_of_points(server_points({"grid.synthetic.seed=1,2"})).size() ==
        2 * one.size());
}

TEST_CASE("a key that a node would refuse is refused by its name") {
  std::string hostile = encode_points(server_points({}));
  const std::size_t rate = hostile.find("learner.rate");
  REQUIRE(rate != std::string::npos);
  hostile[hostile.find("0.1", rate)] = 'x';
  test::has(error_of<std::exception>([&] { prepare_points(hostile, ""); }),
            "the server's scenario: learner.rate = x.1");
}

TEST_CASE("a scenario that is cut off is an error, wherever it ends") {
  const std::string whole = encode_points(server_points({}));
  for (std::size_t size = 0; size < whole.size(); size += 101)
    CHECK_THROWS(prepare_points(whole.substr(0, size), ""));
  CHECK_THROWS_AS(prepare_points(whole + "x", ""), ArchiveError);
}

namespace {

/// The only point of a scenario with files, without its data.
Point point_of(const TemporaryFolder& folder, const std::string& data) {
  const std::string text =
      "[data]\n" + data + "\n[federation]\nclients = 2\nrounds = 1\n";
  const auto read = read_scenario(folder.write("s.ini", text), {});
  return {read.points[0], nullptr, {}, {}};
}

void write_folds(const TemporaryFolder& folder, const std::string& at) {
  for (int part = 1; part <= 5; ++part)
    folder.write(at + "/S" + std::to_string(part) + ".txt",
                 "1 qid:" + std::to_string(part) +
                     " 1:0.5\n0 qid:" + std::to_string(part) + " 1:0.1\n");
}

}  // namespace

TEST_CASE("a folder of folds is the node's, however the server names its own") {
  const TemporaryFolder folder;
  write_folds(folder, "there");
  write_folds(folder, "one, two");
  write_folds(folder, "here");
  for (const char* name : {"there", "there/", "./there//", "one, two"}) {
    CAPTURE(name);
    Point point = point_of(folder, std::string("folds = ") + name);
    point.data =
        std::make_shared<const LoadedData>(load_data(point.described.scenario));
    const std::vector<Point> points = {point};
    const std::string encoded = encode_points(points);
    CHECK(encoded.find(folder.text()) == std::string::npos);
    const PreparedScenario prepared = prepare_points(encoded, folder / "here");
    CHECK(prepared.digest == digest_of_points(points));
    CHECK(prepared.data == data_of_points(points));
  }
}

TEST_CASE("files are sent by their last names, in the order of their list") {
  const TemporaryFolder folder;
  for (const char* at : {"x/a.txt", "y/b.txt", "mine/a.txt", "mine/b.txt"})
    folder.write(at, std::string("1 qid:") + at + " 1:0.5\n");
  const std::vector<Point> points = {
      point_of(folder, "train = x/a.txt, y/b.txt\n[evaluation]\non = train")};
  const PreparedScenario prepared =
      prepare_points(encode_points(points), folder / "mine");
  REQUIRE(prepared.data.size() == 2);
  CHECK(prepared.data[0] == sha256_of_file(folder / "mine/a.txt"));
  CHECK(prepared.data[1] == sha256_of_file(folder / "mine/b.txt"));
  CHECK(prepared.digest == digest_of_points(points));
  // A node without all of the files names the missing one.
  std::filesystem::remove(folder / "mine/b.txt");
  test::has(error_of<std::exception>([&] {
              prepare_points(encode_points(points), folder / "mine");
            }),
            "mine/b.txt: can't be opened");
}

TEST_CASE("clients that never fail in a baseline are the same at a node") {
  auto points = server_points({"faults.crash=0.3"});
  const std::string digest = digest_of_points(points);
  points[0].described.scenario.faults.spared = 2;
  CHECK(digest_of_points(points) != digest);
  const PreparedScenario node = prepare_points(encode_points(points), "");
  CHECK(node.digest == digest_of_points(points));
  CHECK(node.plans.at(0).faults.options().spared == 2);
}

TEST_CASE("the noise of a retraining baseline is the same at a node") {
  auto points = server_points({"privacy.mechanism=gamma-laplace"});
  CHECK_FALSE(prepare_points(encode_points(points), "").plans.at(0).own_noise);
  const std::string digest = digest_of_points(points);
  points[0].described.scenario.retraining = 1;
  CHECK(digest_of_points(points) != digest);
  const PreparedScenario node = prepare_points(encode_points(points), "");
  REQUIRE(node.plans.at(0).own_noise);
  CHECK(node.plans[0].noise_seed() != node.plans[0].seed);
}

TEST_CASE("no name of the server's leads out of the node's folder") {
  const TemporaryFolder folder;
  folder.write("x/set.txt", "1 qid:1 1:0.5\n");
  const std::vector<Point> points = {
      point_of(folder, "train = x/set.txt\n[evaluation]\non = train")};
  const std::string encoded = encode_points(points);
  for (const std::string name :
       {"/et.txt", "a,../bc", "..,..,.", ".,.,.,.", "a/b,c/d"}) {
    REQUIRE(name.size() == 7);
    std::string hostile = encoded;
    hostile.replace(hostile.find("set.txt"), 7, name);
    CAPTURE(name);
    test::has(error_of<std::exception>(
                  [&] { prepare_points(hostile, folder / "x"); }),
              "the server sends no file name");
  }
}

}  // namespace fedltr::node_plans_test
