#include "app/data/fold_files.hpp"

#include "algorithms/data/letor.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::fold_files_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

Scenario scenario_of(const TemporaryFolder& folder,
                     std::vector<std::string> settings = {}) {
  settings.push_back("data.folds=" + folder.text());
  return default_scenario(settings);
}

std::string fault_of(const Scenario& scenario) {
  return error_of<DataError>([&] { find_files(scenario); });
}

std::string names_of(const Files& files) {
  std::string names;
  for (const fs::path& file : files) names += file.filename().string() + " ";
  return names;
}

}  // namespace

TEST_CASE("folds in folders of their own have train, vali and test") {
  const TemporaryFolder folder;
  for (const char* part : {"train", "vali", "test"})
    folder.write("Fold1/" + std::string(part) + ".txt", "");
  const auto found = find_files(scenario_of(folder, {"data.fold=1"}));
  REQUIRE(found.size() == 1);
  CHECK(names_of(found[0].train) == "train.txt ");
  CHECK(names_of(found[0].evaluation) == "test.txt ");
  CHECK(names_of(find_files(scenario_of(
            folder, {"data.fold=1", "evaluation.on=validation"}))[0]
                     .evaluation) == "vali.txt ");
  CHECK(
      find_files(scenario_of(folder, {"data.fold=1", "evaluation.on=train"}))[0]
          .evaluation.empty());
  has(fault_of(scenario_of(folder, {"data.fold=2"})), "S");
}

TEST_CASE("folds of five parts rotate, three to train") {
  const TemporaryFolder folder;
  for (int part = 1; part <= 5; ++part)
    folder.write("S" + std::to_string(part) + ".txt", "");
  const auto found = find_files(scenario_of(folder, {"data.fold=all"}));
  REQUIRE(found.size() == 5);
  CHECK(names_of(found[0].train) == "S1.txt S2.txt S3.txt ");
  CHECK(names_of(found[0].evaluation) == "S5.txt ");
  CHECK(names_of(found[1].train) == "S2.txt S3.txt S4.txt ");
  CHECK(names_of(found[1].evaluation) == "S1.txt ");
}

TEST_CASE("a packed part is found by the same name") {
  const TemporaryFolder folder;
  folder.write("Fold1/train.txt.gz", "");
  folder.write("Fold1/test.txt", "");
  const auto found = find_files(scenario_of(folder, {"data.fold=1"}));
  CHECK(names_of(found[0].train) == "train.txt.gz ");
}

TEST_CASE("a folder that holds no folds is refused with what was expected") {
  const TemporaryFolder folder;
  has(fault_of(scenario_of(folder)), "holds neither Fold1 nor S1.txt");
  has(fault_of(default_scenario({"data.folds=" + (folder / "no").string()})),
      "is not a folder");
  folder.write("Fold1/train.txt", "");
  has(fault_of(scenario_of(folder, {"data.fold=1"})),
      "test.txt: there is no such file, nor with .gz");
}

TEST_CASE("listed files are one fold") {
  const auto found = find_files(default_scenario(
      {"data.train=a.txt,b.txt", "data.test=c.txt", "data.validation=d.txt"}));
  REQUIRE(found.size() == 1);
  CHECK(names_of(found[0].train) == "a.txt b.txt ");
  CHECK(names_of(found[0].evaluation) == "c.txt ");
}

TEST_CASE("data is read from LETOR files where any are named") {
  CHECK(!is_letor(default_scenario({})));
  CHECK(
      is_letor(default_scenario({"data.train=a.txt", "evaluation.on=train"})));
  CHECK(fold_numbers(default_scenario({"data.fold=3"})) == std::vector<int>{3});
  CHECK(fold_numbers(default_scenario({"data.fold=all"})).size() == 5);
}

}  // namespace fedltr::fold_files_test
